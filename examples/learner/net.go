package main

import (
	"math"
	"math/rand/v2"
)

// A net is a small neural network with one hidden layer. Most of its inputs are 0, so it
// looks only at the others.
type net struct {
	in, hidden, out int
	w1, w2          []float32 // w1 by input, then hidden unit; w2 by output, then hidden unit
	b1, b2          []float32
}

func newNet(in, hidden, out int, random *rand.Rand) *net {
	n := &net{in: in, hidden: hidden, out: out}
	n.w1, n.w2 = make([]float32, in*hidden), make([]float32, out*hidden)
	n.b1, n.b2 = make([]float32, hidden), make([]float32, out)
	for i := range n.w1 {
		n.w1[i] = float32(random.NormFloat64() * 0.1)
	}
	for i := range n.w2 {
		n.w2[i] = float32(random.NormFloat64() * 0.5 / math.Sqrt(float64(hidden)))
	}
	return n
}

// think fills in the hidden units.
func (n *net) think(x, h []float32) {
	copy(h, n.b1)
	for i, v := range x {
		if v != 0 {
			for j, w := range n.w1[i*n.hidden : (i+1)*n.hidden] {
				h[j] += v * w
			}
		}
	}
	for j := range h {
		h[j] = max(h[j], 0)
	}
}

// output returns one of the outputs.
func (n *net) output(h []float32, i int) float32 {
	sum := n.b2[i]
	for j, w := range n.w2[i*n.hidden : (i+1)*n.hidden] {
		sum += h[j] * w
	}
	return sum
}

// learn moves the outputs that have a target a step towards it.
func (n *net) learn(x []float32, targets []target, rate float32) {
	h, back := make([]float32, n.hidden), make([]float32, n.hidden)
	n.think(x, h)
	for _, t := range targets {
		step := rate * max(-2, min(2, t.value-n.output(h, t.place)))
		n.b2[t.place] += step
		for j := range h {
			w := &n.w2[t.place*n.hidden+j]
			back[j] += step * *w
			*w += step * h[j]
		}
	}
	for j := range h {
		if h[j] == 0 {
			back[j] = 0
		}
		n.b1[j] += back[j]
	}
	for i, v := range x {
		if v != 0 {
			w := n.w1[i*n.hidden : (i+1)*n.hidden]
			for j := range w {
				w[j] += back[j] * v
			}
		}
	}
}
