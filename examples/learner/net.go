package main

import (
	"math"
	"math/rand/v2"
)

// A net is a small neural network with one hidden layer and one output.
type net struct {
	hidden int
	w1, w2 []float32 // w1 by input, then hidden unit
	b1     []float32
	b2     float32
}

func newNet(in, hidden int, random *rand.Rand) *net {
	n := &net{hidden: hidden, w1: make([]float32, in*hidden), w2: make([]float32, hidden), b1: make([]float32, hidden)}
	for i := range n.w1 {
		n.w1[i] = float32(random.NormFloat64() * 0.3)
	}
	for i := range n.w2 {
		n.w2[i] = float32(random.NormFloat64() / math.Sqrt(float64(hidden)))
	}
	return n
}

// think fills in the hidden units h and returns the output.
func (n *net) think(x, h []float32) float32 {
	copy(h, n.b1)
	for i, v := range x {
		if v != 0 {
			for j, w := range n.w1[i*n.hidden : (i+1)*n.hidden] {
				h[j] += v * w
			}
		}
	}
	sum := n.b2
	for j, w := range n.w2 {
		h[j] = max(h[j], 0)
		sum += h[j] * w
	}
	return sum
}

// learn moves the output a step towards what it should be.
func (n *net) learn(x []float32, want, rate float32) {
	h := make([]float32, n.hidden)
	step := rate * max(-2, min(2, want-n.think(x, h)))
	n.b2 += step
	for j := range h {
		back := step * n.w2[j]
		n.w2[j] += step * h[j]
		if h[j] == 0 {
			back = 0
		}
		h[j] = back
		n.b1[j] += back
	}
	for i, v := range x {
		if v != 0 {
			w := n.w1[i*n.hidden : (i+1)*n.hidden]
			for j := range w {
				w[j] += h[j] * v
			}
		}
	}
}
