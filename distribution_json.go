package foppen

// percentiles returns the percentiles that reports state.
func percentiles() []int { return []int{0, 5, 25, 50, 75, 95, 100} }

// MarshalJSON returns how many values there are, their mean and standard deviation, and
// some percentiles, to six decimals. Every distribution of a report's JSON is of this form:
//
//	{"n":20000,"mean":-47.1,"sd":31.3,"percentiles":{"0":-132,"5":-94,"25":-73,"50":-47,"75":-24,"95":6,"100":50}}
//
// All numbers of the zero Distribution are 0. The form says not how often each value
// has occurred, so that no Distribution can be read from it; a Report can.
func (d Distribution) MarshalJSON() ([]byte, error) { return marshalJSON(&d) }

func (d *Distribution) fields(list []field) []field {
	n, mean, sd := d.Count(), d.Mean(), d.SD()
	var at object
	for _, p := range percentiles() {
		v := d.Percentile(p)
		at = append(at, field{itoa(p), &v})
	}
	return append(list, field{"n", &n}, field{"mean", &mean}, field{"sd", &sd}, field{"percentiles", at})
}
