package syntax

import "sort"

// graph is the kinds and references of the objects in use.
type graph struct {
	nodes []node // by number
	edges []int32
}

type node struct {
	number   int32
	from, to int32 // its references, in graph.edges
	kind     kind
	reached  bool // from the trailer
	plain    bool // directly in the file, not in an object stream
}

func (g *graph) find(number int32) *node {
	i := sort.Search(len(g.nodes), func(i int) bool { return g.nodes[i].number >= number })
	if i < len(g.nodes) && g.nodes[i].number == number {
		return &g.nodes[i]
	}
	return nil
}

// survey makes the graph of the objects in the table. Object streams are opened one by
// one and every object in them is read, so that an unreadable one is found.
func (f *File) survey(found *scan) error {
	g := graph{nodes: make([]node, 0, len(f.table)), edges: found.edges}
	packed := map[int32][]int{}
	for number, e := range f.table {
		if e.packed {
			packed[e.at] = append(packed[e.at], number)
			continue
		}
		p := found.at(e.at)
		if p == nil {
			return damaged("object %d is not where the cross-reference table says", number)
		}
		g.nodes = append(g.nodes, node{number: p.number, from: p.from, to: p.to, kind: p.kind, plain: true})
	}
	streams := make([]int32, 0, len(packed))
	for n := range packed {
		streams = append(streams, n)
	}
	sort.Slice(streams, func(i, j int) bool { return streams[i] < streams[j] })
	for _, n := range streams {
		if err := f.surveyContainer(&g, int(n), packed[n]); err != nil {
			return err
		}
	}
	sort.Slice(g.nodes, func(i, j int) bool { return g.nodes[i].number < g.nodes[j].number })
	f.graph = g
	f.graph.reach(edgesOf(f.trailer["Root"], edgesOf(f.trailer["Info"], edgesOf(f.trailer["Encrypt"], nil))))
	return nil
}

func (f *File) surveyContainer(g *graph, stream int, numbers []int) error {
	c, err := f.container(stream)
	if err != nil {
		return err
	}
	for _, number := range numbers {
		o, _, err := f.unpack(c, Ref{Number: number}, f.table[number])
		if err != nil {
			return err
		}
		from := len(g.edges)
		if g.edges = edgesOf(o, g.edges); len(g.edges) > f.limits.References {
			return beyond("more than %d references", f.limits.References)
		}
		g.nodes = append(g.nodes, node{number: clamp(number), from: clamp(from), to: clamp(len(g.edges)), kind: kindOf(o)})
	}
	return nil
}

// reach marks what is reachable from some objects.
func (g *graph) reach(queue []int32) {
	for len(queue) > 0 {
		n := g.find(queue[len(queue)-1])
		queue = queue[:len(queue)-1]
		if n == nil || n.reached {
			continue
		}
		n.reached = true
		for _, to := range g.edges[n.from:n.to] {
			if m := g.find(to); m != nil && !m.reached {
				queue = append(queue, to)
			}
		}
	}
}
