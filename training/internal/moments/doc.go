// Package moments moves a network's weights by what AdamW remembers of their
// gradients, eight elements at once where the processor has AVX2.
package moments

//go:generate go -C ../../../tools/asmgen run ./moments -out ../../training/internal/moments/asm_amd64.s -stubs ../../training/internal/moments/asm_amd64.go -pkg moments
