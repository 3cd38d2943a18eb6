package foppen

// A tableForm is what the JSON of a Game and of a View have in common: what everybody
// at the table sees. The position, and for a View to_act and scores, cannot be computed
// from its other fields.
type tableForm struct {
	position

	totals, minus, tens list[int]
	turn, leader        anySeat
	led                 Color
	trickNumber         int
	toAct, fools        Seats
	sitsOut             Seats
	out, bettors        Seats
	scores              list[Score]
	endReasons          EndReasons
	winners             Seats
	standings           list[Standing]
}

// form returns the table with the scores of the round just played.
func (t *public) form(scores []Score) tableForm {
	n := int(t.players)
	standings := t.Standings()
	return tableForm{
		position: position{
			variant: t.rules.Value(), players: n, round: t.Round(), phase: t.phase, dealer: t.dealer, starter: t.starter,
		},
		totals: t.Totals(), minus: seatInts(t.minus, n), tens: seatInts(t.tens, n),
		turn: anySeat(t.Turn()), leader: anySeat(t.Leader()), led: t.Led(), trickNumber: t.TrickNumber(),
		toAct: t.ToAct(), fools: t.Fools(), sitsOut: t.SittingOut(), out: t.WentOut(), bettors: t.Bettors(),
		scores: scores, endReasons: t.EndReasons(), winners: t.Winners(), standings: standings.rows[:n],
	}
}

// beginning appends the fields with which the object of a Game or View begins.
func (f *tableForm) beginning(list []field, format literal) []field {
	return append(list,
		field{"format", format},
		field{"variant", &f.variant},
		field{"players", (*playerCount)(&f.players)},
		field{"phase", &f.phase},
		field{"round", (*roundCount)(&f.round)},
		field{"dealer", &f.dealer},
		field{"starter", &f.starter},
		field{"totals", &f.totals},
		field{"minus_points", &f.minus},
		field{"tens", &f.tens},
	)
}

// trick appends the fields of what lies on the table.
func (f *tableForm) trick(list []field) []field {
	return append(list,
		field{"turn", &f.turn},
		field{"leader", &f.leader},
		field{"led", &f.led},
		field{"trick_number", &f.trickNumber},
		field{"to_act", &f.toAct},
		field{"fools", &f.fools},
		field{"sits_out", &f.sitsOut},
		field{"out", &f.out},
		field{"bettors", &f.bettors},
	)
}

// result appends the fields of the scores of the round just played and the standings.
func (f *tableForm) result(list []field) []field {
	return append(list,
		field{"scores", &f.scores},
		field{"end_reasons", &f.endReasons},
		field{"winners", &f.winners},
		field{"standings", &f.standings},
	)
}

// given returns the position that has been read.
func (f *tableForm) given() position {
	p := f.position
	copy(p.now.totals[:], f.totals)
	copy(p.now.minus[:], f.minus)
	copy(p.now.tens[:], f.tens)
	return p
}

// readWhole reads an object into form, and into *v what made makes of the fields that cannot
// be computed. Whatever follows from them must be as formOf has it.
func readWhole[T any, F jsonObject](r *jsonReader, v *T, form F, made func() (T, *fault), formOf func(*T) F) {
	r.peek()
	start := r.pos
	r.fields(form)
	if r.err != nil {
		return
	}
	read, wrong := made()
	if wrong != nil {
		r.contradiction(start, wrong)
		return
	}
	r.compare(start, form, formOf(&read))
	*v = read
}

// contradiction refuses an object that begins at pos and of which a field contradicts the
// others.
func (r *jsonReader) contradiction(pos int, f *fault) {
	r.path = append(r.path, jsonStep{key: f.field})
	if f.index >= 0 {
		r.path = append(r.path, jsonStep{index: f.index})
	}
	r.failAt(r.place(pos, f.field), "want "+f.want, f.err)
}
