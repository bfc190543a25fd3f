// Checks the package stablehlo-rules with nothing but itself: it evaluates the rules of each op on the cases,
// by the trees of the formulas, and prints what it found as JSON.
//
//	go run rules_reader.go DIR
package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"sort"
)

type formula struct {
	Text *string `json:"formula"`
	Tree []any   `json:"tree"`
}

type checked struct {
	formula
	When   []formula `json:"when"`
	Strict bool      `json:"strict"`
}

type rule struct {
	Code     string    `json:"code"`
	Formulas []checked `json:"formulas"`
}

type op struct {
	Name        string             `json:"op"`
	Definitions map[string]formula `json:"definitions"`
	Rules       []rule             `json:"rules"`
}

type elementType struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	Bits int    `json:"bits"`
}

type rules struct {
	ElementTypes []elementType `json:"element_types"`
	Ops          []op          `json:"ops"`
}

type theCase struct {
	Name   string         `json:"name"`
	Strict bool           `json:"strict"`
	Op     string         `json:"op"`
	Breaks []string       `json:"breaks"`
	Names  map[string]any `json:"names"`
}

// What was found for an op: cases, rules that hold and that do not as the package says, those without a
// tree or with something unknown, and what disagrees.
type score struct {
	Cases     int      `json:"cases"`
	Holds     int      `json:"holds"`
	Fails     int      `json:"fails"`
	Broken    []string `json:"broken"`
	Undecided int      `json:"undecided"`
	Wrong     []string `json:"wrong"`
}

// -- values: nil (unknown), bool, *big.Rat, string, element, []any, tensor, function, other ------------

type element string
type other string
type tensor struct {
	shape   any
	element any // an element, or a *quantized
}
type quantized struct {
	text, storage, expressed string
	least, most, axis        any
	scales, zeroPoints       []any
	baseline                 bool // without scales and zero points
}
type function struct {
	inputs, results []any
	isRegion        bool
}
type undecided struct{ why string }

var elements = map[element]elementType{}
var literal = regexp.MustCompile(`^[A-Z][A-Z_][A-Z0-9_]*$`)

func stop(why string) { panic(undecided{why}) }

func integer(n int) *big.Rat { return big.NewRat(int64(n), 1) }

func value(x any) any {
	switch x := x.(type) {
	case json.Number:
		r, ok := new(big.Rat).SetString(x.String())
		if !ok {
			stop("number")
		}
		return r
	case []any:
		return each(x, value)
	case map[string]any:
		if inputs, is := x["inputs"]; is {
			_, isRegion := x["operation"]
			return function{value(inputs).([]any), value(x["results"]).([]any), isRegion}
		}
		if sizes, is := x["shape"]; is {
			if of, is := x["quantized"]; is {
				return tensor{value(sizes), value(of)}
			}
			return tensor{value(sizes), element(x["element_type"].(string))}
		}
		if storage, is := x["storage_type"].(string); is {
			return &quantized{
				x["type"].(string), storage, x["expressed_type"].(string),
				value(x["storage_min"]), value(x["storage_max"]), value(x["quantization_dimension"]),
				value(x["scales"]).([]any), value(x["zero_points"]).([]any), false,
			}
		}
		if text, is := x["type"].(string); is {
			if _, known := elements[element(text)]; known {
				return element(text)
			}
			return other(text)
		}
		return nil // a size that is not known
	}
	return x
}

func each(xs []any, f func(any) any) []any {
	found := make([]any, len(xs))
	for i, x := range xs {
		found[i] = f(x)
	}
	return found
}

func list(x any) []any {
	found, is := x.([]any)
	if !is {
		stop("a list")
	}
	return found
}

func count(x any) int {
	n, is := x.(*big.Rat)
	if !is || !n.IsInt() {
		stop("an integer")
	}
	return int(n.Num().Int64())
}

// -- logic ---------------------------------------------------------------------------------------------

func verdict(x any) any {
	xs, is := x.([]any)
	if !is {
		if _, is := x.(bool); !is && x != nil {
			stop("a verdict")
		}
		return x
	}
	var result any = true
	for _, x := range xs {
		switch verdict(x) {
		case false:
			return false
		case nil:
			result = nil
		}
	}
	return result
}

func nested(xs []any) bool {
	for _, x := range xs {
		if _, is := x.([]any); is {
			return true
		}
	}
	return false
}

// Elementwise, if one of them is a list.
func broadcast(f func(a, b any) any, a, b any) any {
	xs, first := a.([]any)
	ys, second := b.([]any)
	switch {
	case !first && !second:
		return f(a, b)
	case !first || second && nested(ys) && !nested(xs):
		return each(ys, func(y any) any { return broadcast(f, a, y) })
	case !second || nested(xs) && !nested(ys):
		return each(xs, func(x any) any { return broadcast(f, x, b) })
	case len(xs) != len(ys):
		stop("lists of one length")
	}
	found := make([]any, len(xs))
	for i := range xs {
		found[i] = broadcast(f, xs[i], ys[i])
	}
	return found
}

func equal(a, b any) any {
	if a == nil || b == nil {
		return nil
	}
	xs, first := a.([]any)
	ys, second := b.([]any)
	if first && second && len(xs) != len(ys) && nested(xs) == nested(ys) {
		return false
	}
	if first || second {
		return broadcast(equal, a, b)
	}
	switch x := a.(type) {
	case *big.Rat:
		y, is := b.(*big.Rat)
		return is && x.Cmp(y) == 0
	case tensor:
		y, is := b.(tensor)
		if !is || equal(x.element, y.element) != true {
			return false
		}
		return verdict(equal(x.shape, y.shape))
	case *quantized:
		y, is := b.(*quantized)
		return is && x.key() == y.key()
	case function:
		y, is := b.(function)
		if !is {
			return false
		}
		return verdict([]any{verdict(equal(x.inputs, y.inputs)), verdict(equal(x.results, y.results))})
	}
	return a == b
}

// What is equal for equal types.
func (q *quantized) key() string {
	if !q.baseline {
		return q.text
	}
	return fmt.Sprint(q.storage, q.expressed, q.least, q.most, q.axis)
}

func not(x any) any {
	switch x := x.(type) {
	case []any:
		return each(x, not)
	case bool:
		return !x
	}
	return nil
}

func or(a, b any) any {
	if a == true || b == true {
		return true
	}
	if a == nil || b == nil {
		return nil
	}
	return false
}

func in(x, values any) any {
	if xs, is := x.([]any); is {
		return each(xs, func(x any) any { return in(x, values) })
	}
	var found any = false
	for _, y := range list(values) {
		found = or(found, verdict(equal(x, y)))
	}
	return found
}

func ordered(accept func(sign int) bool) func(a, b any) any {
	return func(a, b any) any {
		x, first := a.(*big.Rat)
		y, second := b.(*big.Rat)
		if !first || !second {
			return nil
		}
		return accept(x.Cmp(y))
	}
}

func compare(operator string, a, b any) any {
	switch operator {
	case "=", "==":
		return equal(a, b)
	case "!=":
		return not(equal(a, b))
	case "in":
		return in(a, b)
	case "not in":
		return not(in(a, b))
	}
	accept := map[string]func(int) bool{
		"<": func(s int) bool { return s < 0 }, "<=": func(s int) bool { return s <= 0 },
		">": func(s int) bool { return s > 0 }, ">=": func(s int) bool { return s >= 0 },
	}[operator]
	return broadcast(ordered(accept), a, b)
}

func arithmetic(operator string, a, b any) any {
	return broadcast(func(a, b any) any {
		x, first := a.(*big.Rat)
		y, second := b.(*big.Rat)
		if !first || !second {
			return nil
		}
		result := new(big.Rat)
		switch operator {
		case "+":
			return result.Add(x, y)
		case "-":
			return result.Sub(x, y)
		case "*":
			return result.Mul(x, y)
		}
		if y.Sign() == 0 {
			return nil
		}
		if operator == "/" {
			return result.Quo(x, y)
		}
		_, rest := new(big.Int).DivMod(x.Num(), y.Num(), new(big.Int))
		return result.SetInt(rest)
	}, a, b)
}

// -- trees ---------------------------------------------------------------------------------------------

type environment struct {
	names       map[string]any
	definitions map[string]formula
}

func (env environment) with(name string, x any) environment {
	names := map[string]any{name: x}
	for other, y := range env.names {
		if other != name {
			names[other] = y
		}
	}
	return environment{names, env.definitions}
}

func (env environment) name(name string) any {
	if x, is := env.names[name]; is {
		return x
	}
	if definition, is := env.definitions[name]; is {
		return env.eval(definition.Tree)
	}
	if _, is := elements[element(name)]; is {
		return element(name)
	}
	if name == "true" || name == "false" {
		return name == "true"
	}
	if literal.MatchString(name) {
		return name
	}
	return nil // such as num_replicas
}

func isSpread(x any) bool { return x.([]any)[0] == "spread" }

func (env environment) eval(x any) any {
	node := x.([]any)
	parts := node[1:]
	switch node[0] {
	case "number":
		n, _ := new(big.Rat).SetString(parts[0].(string))
		return n
	case "name":
		return env.name(parts[0].(string))
	case "group", "spread":
		return env.eval(parts[0])
	case "minus":
		return arithmetic("-", integer(0), env.eval(parts[1]))
	case "negate":
		return not(env.eval(parts[0]))
	case "implies":
		condition := verdict(env.eval(parts[0]))
		if condition == false {
			return true
		}
		conclusion := verdict(env.eval(parts[1]))
		if conclusion == true || condition == true {
			return conclusion
		}
		return nil
	case "choose":
		return env.choose(parts)
	case "for_all":
		name := parts[1].(string)
		return verdict(each(list(env.eval(parts[2])), func(x any) any { return env.with(name, x).eval(parts[0]) }))
	case "any_of":
		result := env.eval(parts[0])
		for _, part := range parts[1:] {
			if result == true {
				return true
			}
			result = broadcast(or, result, env.eval(part))
		}
		return result
	case "all_of":
		var result any = true
		for _, part := range parts {
			switch verdict(env.eval(part)) {
			case false:
				return false
			case nil:
				result = nil
			}
		}
		return result
	case "chain":
		links := []any{}
		left := env.eval(parts[0])
		for i := 1; i < len(parts); i += 2 {
			right := env.eval(parts[i+1])
			links = append(links, compare(parts[i].(string), left, right))
			left = right
		}
		if len(links) == 1 {
			return links[0]
		}
		return verdict(links)
	case "fold":
		result := env.eval(parts[0])
		for i := 1; i < len(parts); i += 2 {
			result = arithmetic(parts[i].(string), result, env.eval(parts[i+1]))
		}
		return result
	case "array":
		return env.array(parts)
	case "item":
		return env.item(parts)
	case "call":
		return env.call(parts[0].(string), parts[1:])
	case "constructed":
		return constructed(parts[0].(string), env.name(parts[1].(string)))
	case "function_type":
		return env.functionType(parts)
	}
	stop(fmt.Sprint(node[0]))
	return nil
}

func (env environment) choose(parts []any) any {
	switch condition := env.eval(parts[0]).(type) {
	case bool:
		if condition {
			return env.eval(parts[1])
		}
		return env.eval(parts[2])
	case []any:
		a, b := env.eval(parts[1]), env.eval(parts[2])
		found := make([]any, len(condition))
		for i, c := range condition {
			switch c {
			case true:
				found[i] = pick(a, i)
			case false:
				found[i] = pick(b, i)
			}
		}
		return found
	}
	return nil
}

func pick(x any, i int) any {
	if xs, is := x.([]any); is {
		return xs[i]
	}
	return x
}

func (env environment) array(parts []any) []any {
	found := []any{}
	for _, part := range parts {
		if isSpread(part) {
			found = append(found, list(env.eval(part))...)
		} else {
			found = append(found, env.eval(part))
		}
	}
	return found
}

func (env environment) item(parts []any) any {
	x := env.eval(parts[0])
	if isSpread(parts[1]) {
		return each(list(env.eval(parts[1])), func(i any) any { return at(x, i) })
	}
	return env.subscript(x, parts[1:])
}

func at(x, i any) any {
	xs, number := list(x), count(i)
	if number < 0 {
		number += len(xs)
	}
	if number < 0 || number >= len(xs) {
		stop("an index in range")
	}
	return xs[number]
}

func (env environment) subscript(x any, indices []any) any {
	if len(indices) == 0 || x == nil {
		return x
	}
	index := indices[0].([]any)
	if index[0] != "cut" {
		return env.subscript(at(x, env.eval(index)), indices[1:])
	}
	xs := list(x)
	bounds := []int{0, len(xs)}
	for i, bound := range index[1:] {
		if bound != nil {
			bounds[i] = count(env.eval(bound))
			if bounds[i] < 0 {
				bounds[i] += len(xs)
			}
			if bounds[i] > len(xs) {
				bounds[i] = len(xs)
			}
		}
	}
	if bounds[0] > bounds[1] {
		return []any{}
	}
	return each(xs[bounds[0]:bounds[1]], func(x any) any { return env.subscript(x, indices[1:]) })
}

func constructed(constructor string, x any) any {
	if xs, is := x.([]any); is && (constructor == "tensor<" || constructor == "complex<") {
		return each(xs, func(x any) any { return constructed(constructor, x) })
	}
	if _, is := x.(*quantized); is && constructor == "tensor<" {
		return tensor{[]any{}, x}
	}
	of, is := x.(element)
	if !is {
		stop(constructor)
	}
	if constructor == "tensor<" {
		return tensor{[]any{}, of}
	}
	return element(constructor + string(of) + ">")
}

func (env environment) functionType(parts []any) any {
	results := parts[1].([]any)
	if results[0] == "types" {
		return function{env.array(parts[0].([]any)[1:]), env.array(results[1:]), false}
	}
	return function{env.array(parts[0].([]any)[1:]), []any{env.eval(results)}, false}
}

// -- functions -----------------------------------------------------------------------------------------

func (env environment) call(name string, arguments []any) any {
	given := each(arguments, env.eval)
	rows, spread := -1, []bool{}
	for i, argument := range arguments {
		if given[i] == nil {
			return nil
		}
		spread = append(spread, isSpread(argument))
		if isSpread(argument) {
			n := len(list(given[i]))
			if rows >= 0 && n != rows {
				stop("lists of one length")
			}
			rows = n
		}
	}
	if rows < 0 {
		return apply(name, given)
	}
	found := make([]any, rows)
	for row := range found {
		of := make([]any, len(given))
		for i := range given {
			of[i] = given[i]
			if spread[i] {
				of[i] = given[i].([]any)[row]
			}
		}
		found[row] = apply(name, of)
	}
	return found
}

func elementOf(x any) elementType {
	if t, is := x.(tensor); is {
		x = t.element
	}
	if q, is := x.(*quantized); is {
		return elementType{q.text, "quantized", elements[element(q.storage)].Bits}
	}
	of, is := x.(element)
	found, known := elements[of]
	if !is || !known {
		stop("an element type")
	}
	return found
}

func shapeOf(x any) []any {
	switch x := x.(type) {
	case tensor:
		return list(x.shape)
	case []any:
		if len(x) > 0 {
			if inner, is := x[0].([]any); is {
				return append([]any{integer(len(x))}, shapeOf(inner)...)
			}
		}
		return []any{integer(len(x))}
	}
	stop("a shape")
	return nil
}

func product(xs []any) any {
	var result any = integer(1)
	for _, x := range xs {
		if result = arithmetic("*", result, x); result == nil {
			return nil
		}
	}
	return result
}

func flat(x any) []any {
	xs, is := x.([]any)
	if !is {
		return []any{x}
	}
	found := []any{}
	for _, x := range xs {
		found = append(found, flat(x)...)
	}
	return found
}

func upTo(first, end int) []any {
	found := []any{}
	for i := first; i < end; i++ {
		found = append(found, integer(i))
	}
	return found
}

func kinds(x any, wanted ...string) any {
	for _, kind := range wanted {
		if elementOf(x).Kind == kind {
			return true
		}
	}
	return false
}

func sorted(xs []any) []any {
	found := append([]any{}, xs...)
	sort.SliceStable(found, func(i, j int) bool { return compare("<", found[i], found[j]) == true })
	return found
}

func unique(xs []any) any {
	seen := map[string]bool{}
	for _, x := range xs {
		if x == nil {
			return nil
		}
		if seen[fmt.Sprint(x)] {
			return false
		}
		seen[fmt.Sprint(x)] = true
	}
	return true
}

func apply(name string, xs []any) any {
	for _, x := range xs {
		if x == nil {
			return nil
		}
	}
	x := xs[0]
	switch name {
	case "type", "types":
		if f, is := x.(function); is {
			return function{f.inputs, f.results, false}
		}
		return x
	case "shape":
		return shapeOf(x)
	case "rank":
		return integer(len(shapeOf(x)))
	case "axes":
		return upTo(0, len(shapeOf(x)))
	case "dim", "dims":
		if several, is := xs[1].([]any); is {
			return each(several, func(i any) any { return at(shapeOf(x), i) })
		}
		return at(shapeOf(x), xs[1])
	case "size", "num_elements":
		if values, is := x.([]any); is {
			return integer(len(flat(values)))
		}
		return product(shapeOf(x))
	case "element_type":
		if t, is := x.(tensor); is {
			return t.element
		}
		return x
	case "baseline_type":
		if t, is := x.(tensor); is {
			return tensor{t.shape, baseline(t.element)}
		}
		return baseline(x)
	case "baseline_element_type":
		return baseline(apply("element_type", xs))
	case "expressed_type", "storage_type", "storage_min", "storage_max", "scales", "zero_points", "quantization_dimension":
		return member(name, apply("element_type", xs))
	case "complex_element_type":
		text := elementOf(x).Name
		return element(text[len("complex<") : len(text)-1])
	case "num_bits":
		return integer(elementOf(x).Bits)
	case "is_float":
		return kinds(x, "float")
	case "is_complex":
		return kinds(x, "complex")
	case "is_boolean":
		return kinds(x, "boolean")
	case "is_integer":
		return kinds(x, "signed", "unsigned")
	case "is_signed_integer":
		return kinds(x, "signed")
	case "is_unsigned_integer":
		return kinds(x, "unsigned")
	case "is_quantized":
		return kinds(x, "quantized")
	case "is_per_axis_quantized", "is_per_tensor_quantized":
		q, is := apply("element_type", xs).(*quantized)
		return is && (q.axis != nil) == (name == "is_per_axis_quantized")
	case "is_promotable":
		return promotable(x, xs[1])
	case "is_tensor":
		return allOf(x, func(x any) bool { _, is := x.(tensor); return is })
	case "is_token":
		return allOf(x, func(x any) bool { return x == other("!stablehlo.token") })
	case "input_types":
		return x.(function).inputs
	case "output_types":
		return x.(function).results
	case "is_unique":
		return unique(flat(x))
	case "is_sorted":
		return verdict(equal(x, sorted(list(x))))
	case "sorted":
		return sorted(list(x))
	case "is_empty":
		values, is := x.([]any)
		return is && len(values) == 0
	case "same":
		return verdict(each(list(x)[1:], func(y any) any { return verdict(equal(list(x)[0], y)) }))
	case "product":
		return product(list(x))
	case "range":
		if len(xs) == 2 {
			return upTo(count(x), count(xs[1]))
		}
		return upTo(0, count(x))
	case "concatenate":
		found := []any{}
		for _, each := range xs {
			found = append(found, list(each)...)
		}
		return found
	case "shape_except":
		sizes := append([]any{}, shapeOf(x)...)
		at(sizes, xs[1])
		sizes[(count(xs[1])+len(sizes))%len(sizes)] = xs[2]
		return sizes
	case "without":
		found := []any{}
		removed, is := xs[1].([]any)
		if !is {
			removed = []any{xs[1]}
		}
		for _, each := range list(x) {
			if in(each, removed) == false {
				found = append(found, each)
			}
		}
		return found
	case "combine":
		sizes, axes := list(x), list(xs[1])
		found := make([]any, len(axes))
		for i, axis := range axes {
			found[count(axis)] = sizes[i]
		}
		return found
	case "ceil", "floor":
		if values, is := x.([]any); is {
			return each(values, func(x any) any { return apply(name, []any{x}) })
		}
		n := x.(*big.Rat)
		quotient := new(big.Int).Div(n.Num(), n.Denom())
		if name == "ceil" && !n.IsInt() {
			quotient.Add(quotient, big.NewInt(1))
		}
		return new(big.Rat).SetInt(quotient)
	case "max", "min":
		return broadcast(func(a, b any) any {
			if a == nil || b == nil {
				return nil
			}
			if (compare("<", a, b) == true) == (name == "max") {
				return b
			}
			return a
		}, x, xs[1])
	}
	stop(name)
	return nil
}

func baseline(x any) any {
	q, is := x.(*quantized)
	if !is {
		return x
	}
	found := *q
	found.baseline = true
	return &found
}

func member(name string, x any) any {
	q, is := x.(*quantized)
	if !is {
		return nil
	}
	return map[string]any{
		"expressed_type": element(q.expressed), "storage_type": element(q.storage),
		"storage_min": q.least, "storage_max": q.most,
		"scales": q.scales, "zero_points": q.zeroPoints, "quantization_dimension": q.axis,
	}[name]
}

func allOf(x any, test func(any) bool) any {
	if xs, is := x.([]any); is {
		return verdict(each(xs, func(x any) any { return allOf(x, test) }))
	}
	return test(x)
}

func promotable(x, y any) any {
	if xs, is := x.([]any); is {
		ys := list(y)
		if len(xs) != len(ys) {
			return false
		}
		return verdict(broadcast(promotable, xs, ys))
	}
	a, b := elementOf(x), elementOf(y)
	isInteger := func(t elementType) bool { return t.Kind == "signed" || t.Kind == "unsigned" }
	return (a.Kind == b.Kind || isInteger(a) && isInteger(b)) && a.Bits <= b.Bits
}

// -- the check -----------------------------------------------------------------------------------------

// Whether a rule holds for a case; nil if that is not decided.
func holds(of op, r rule, c theCase) (result any) {
	defer func() {
		if why := recover(); why != nil {
			result = nil // a function that is not written, or an index that another rule is about
		}
	}()
	env := environment{map[string]any{}, of.Definitions}
	for name, x := range c.Names {
		env.names[name] = value(x)
	}
	result = true
	for _, each := range r.Formulas {
		if each.Strict && !c.Strict {
			continue
		}
		switch env.guarded(each) {
		case false:
			return false
		case nil:
			result = nil
		}
	}
	return result
}

func (env environment) guarded(each checked) any {
	for _, guard := range each.When {
		switch verdict(env.eval(guard.Tree)) {
		case false:
			return true
		case nil:
			return nil
		}
	}
	if each.Tree == nil {
		return nil
	}
	return verdict(env.eval(each.Tree))
}

func contains(names []string, name string) bool {
	for _, each := range names {
		if each == name {
			return true
		}
	}
	return false
}

func (found *score) add(of op, c theCase) {
	found.Cases++
	for _, r := range of.Rules {
		result, breaks := holds(of, r, c), contains(c.Breaks, r.Code)
		switch {
		case result == nil:
			found.Undecided++
		case result == true && !breaks:
			found.Holds++
		case result == false && breaks:
			found.Fails++
			if !contains(found.Broken, r.Code) {
				found.Broken = append(found.Broken, r.Code)
			}
		case len(c.Breaks) == 0 || breaks: // where a rule is broken, others may be for the same reason
			found.Wrong = append(found.Wrong, fmt.Sprintf("%s of %s: %v", r.Code, c.Name, result))
		}
	}
}

func read(folder, name string, into any) {
	file, err := os.Open(filepath.Join(folder, name))
	if err == nil {
		decoder := json.NewDecoder(file)
		decoder.UseNumber()
		err = decoder.Decode(into)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func main() {
	var table rules
	var corpus struct {
		Cases []theCase `json:"cases"`
	}
	read(os.Args[1], "rules.json", &table)
	read(os.Args[1], "cases.json", &corpus)
	for _, each := range table.ElementTypes {
		elements[element(each.Name)] = each
	}
	ops := map[string]op{}
	for _, each := range table.Ops {
		ops[each.Name] = each
	}
	scores := map[string]*score{}
	for _, c := range corpus.Cases {
		if scores[c.Op] == nil {
			scores[c.Op] = &score{Broken: []string{}, Wrong: []string{}}
		}
		scores[c.Op].add(ops[c.Op], c)
	}
	encoded, _ := json.MarshalIndent(scores, "", " ")
	fmt.Println(string(encoded))
}
