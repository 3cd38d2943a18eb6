package foppen
