// profiles.go - writes profiles of its time, memory and locks:
// cpu.pb.gz, heap.pb.gz, mutex.pb.gz
//
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"sort"
	"strings"
	"sync"
	"time"
)

type node struct {
	left, right *node
	key         int
	text        string
}

func (n *node) insert(k int) *node {
	if n == nil {
		return &node{key: k, text: strings.Repeat("x", k%97)}
	}
	if k < n.key {
		n.left = n.left.insert(k)
	} else {
		n.right = n.right.insert(k)
	}
	return n
}

func (n *node) sum() int {
	if n == nil {
		return 0
	}
	return n.left.sum() + n.right.sum() + square(n.key)
}

func square(x int) int { return mul(x, x) }
func mul(a, b int) int { return a * b % 1000003 }

func even(n int) bool {
	if n == 0 {
		return true
	}
	return odd(n - 1)
}
func odd(n int) bool {
	if n == 0 {
		return false
	}
	return even(n - 1)
}

func work(id int) int {
	var root *node
	x := id + 1
	for i := 0; i < 60000; i++ {
		x = (x*1103515245 + 12345) & 0x7fffffff
		root = root.insert(x)
	}
	s := 0
	for i := 0; i < 20; i++ {
		s += root.sum()
	}
	v := make([]string, 0)
	for i := 0; i < 40000; i++ {
		x = (x*1103515245 + 12345) & 0x7fffffff
		v = append(v, fmt.Sprintf("%d-%d", x, i))
	}
	sort.Strings(v)
	for i := 0; i < 3000; i++ {
		if even(i % 1000) {
			s++
		}
	}
	return s
}

var mu sync.Mutex
var shared = map[int]int{}
var keep []*node

func contend(id int) {
	for i := 0; i < 2000; i++ {
		mu.Lock()
		shared[i%100] += id
		t := time.Now()
		for time.Since(t) < 5*time.Microsecond {
		}
		mu.Unlock()
	}
}

func write(name string, p *pprof.Profile) {
	f, _ := os.Create(name)
	p.WriteTo(f, 0)
	f.Close()
}

func main() {
	runtime.SetMutexProfileFraction(1)
	runtime.SetBlockProfileRate(1)
	runtime.MemProfileRate = 262144
	f, _ := os.Create("cpu.pb.gz")
	pprof.StartCPUProfile(f)
	var wg sync.WaitGroup
	for id := 0; id < 4; id++ {
		wg.Add(1)
		go func(id int) {
			defer wg.Done()
			pprof.Do(context.Background(), pprof.Labels("worker", fmt.Sprint(id), "kind", "test"), func(context.Context) {
				work(id)
				contend(id)
			})
		}(id)
	}
	wg.Wait()
	for i := 0; i < 100; i++ {
		keep = append(keep, (*node)(nil).insert(i*1000))
	}
	pprof.StopCPUProfile()
	f.Close()
	for _, n := range []string{"heap", "mutex"} {
		write(n+".pb.gz", pprof.Lookup(n))
	}
	fmt.Println(len(keep))
}
