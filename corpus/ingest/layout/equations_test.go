package layout_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
)

// equations are all numbered formulas of the six documents, white space and the
// shapes of mathematical letters aside: read off the pages by eye.
var equations = map[string]map[string]string{
	"NIST.FIPS.203": {
		"2.1": `z←x+y(2.1)`, "2.2": `Z←a⋅X(2.2)`, "2.3": `W←X+Y(2.3)`,
		"2.4":  `f=f_0+f_{1}X+⋯+f_{255}X^255∈R_q(2.4)`,
		"2.5":  `(f_0,f_1,...,f_255)∈Z_q^256,(2.5)`,
		"2.6":  `ĝ=(ĝ_{0,0}+ĝ_{0,1}X,ĝ_{1,0}+ĝ_{1,1}X,...,ĝ_{127,0}+ĝ_{127,1}X)∈T_q.(2.6)`,
		"2.7":  `(ĝ_{0,0},ĝ_{0,1},ĝ_{1,0},ĝ_{1,1},...,ĝ_{127,0},ĝ_{127,1})∈Z_q^256.(2.7)`,
		"2.8":  `ĥ←f̂×_{T_q}ĝmeansĥ←MultiplyNTTs(f̂,ĝ).(2.8)`,
		"2.9":  `v̂←NTT(v)(2.9)`,
		"2.10": `ŵ←f̂⋅û(2.10)`, "2.11": `ẑ←û+v̂(2.11)`,
		"2.12": `ŵ←Â∘ûŵ[i]=∑_{j=0}^{k-1}Â[i,j]×_{T_q}û[j](2.12)`,
		"2.13": `ŷ←Â^{⊺}∘ûŷ[i]=∑_{j=0}^{k-1}Â[j,i]×_{T_q}û[j](2.13)`,
		"2.14": `ẑ←û^{⊺}∘v̂ẑ=∑_{j=0}^{k-1}û[j]×_{T_q}v̂[j](2.14)`,
		"2.15": `K←Compress_d(F).(2.15)`, "2.16": `ŝ←NTT(s),(2.16)`,
		"2.17": `t̂←ByteDecode_12(ek_PKE[0∶384k]).(2.17)`,
		"3.1":  `1.(ek,dk)←ML-KEM.KeyGen()(3.1)`,
		"3.2":  `2.(c,K)←ML-KEM.Encaps(ek)(3.2)`,
		"3.3":  `3.K^′←ML-KEM.Decaps(dk,c)(3.3)`,
		"4.1":  `r∶=SHAKE128(M,8⋅64)(4.1)`,
		"4.2":  `PRF∶{2,3}×B^32×B→B^{64η},(4.2)`,
		"4.3":  `PRF_η(s,b)∶=SHAKE256(s‖b,8⋅64⋅η),(4.3)`,
		"4.4":  `H(s)∶=SHA3-256(s)andJ(s)∶=SHAKE256(s,8⋅32)(4.4)`,
		"4.5":  `G(c)∶=SHA3-512(c).(4.5)`,
		"4.6":  `output←SHAKE128(str_1‖...‖str_m,8b_1+...+8b_ℓ)(4.6)`,
		"4.7":  `Compress_d∶Z_q⟶Z_{2^d}(4.7)x⟼⌈(2^d/q)⋅x⌋mod2^d.`,
		"4.8":  `Decompress_d∶Z_{2^d}⟶Z_q(4.8)y⟼⌈(q/2^d)⋅y⌋.`,
		"4.9":  `f×_{R_q}g=NTT^-1(f̂×_{T_q}ĝ),(4.9)`,
		"4.10": `X^256+1=∏_{i=0}^127(X^2-ζ^{2BitRev_7(i)+1}).(4.10)`,
		"4.11": `T_q∶=⨁_{i=0}^127Z_q[X]/(X^2-ζ^{2BitRev_7(i)+1}).(4.11)`,
		"4.12": `f̂∶=(fmod(X^2-ζ^{2BitRev_7(0)+1}),...,fmod(X^2-ζ^{2BitRev_7(127)+1})).(4.12)`,
		"4.13": `fmod(X^2-ζ^{2BitRev_7(i)+1})=f̂[2i]+f̂[2i+1]X,(4.13)`,
		"4.14": `ĥ[2i]+ĥ[2i+1]X=(f̂[2i]+f̂[2i+1]X)(ĝ[2i]+ĝ[2i+1]X)mod(X^2-ζ^{2BitRev_7(i)+1}).(4.14)`,
		"7.1":  `test←ByteEncode_12(ByteDecode_12(ek[0∶384k]))(7.1)`,
		"7.2":  `test←H(dk[384k∶768k+32])).(7.2)`,
	},
	"NIST.FIPS.204": {
		"2.1": `NTT(w)=(w(ζ_0),w(ζ_1),...,w(ζ_255))∈T_q,(2.1)`,
		"2.2": `NTT(ab)=NTT(a)∘NTT(b).(2.2)`,
		"7.1": `NTT(w)=(w(ζ_0),w(ζ_1),...,w(ζ_255))∈T_q,(7.1)`,
	},
	"NIST.FIPS.205": {
		"5.1": `w=2^{lg_w}(5.1)`,
		"5.2": `len_1=⌈(8n)/(lg_w)⌉(5.2)`,
		"5.3": `len_2=⌊(log_2(len_1⋅(w-1)))/(lg_w)⌋+1(5.3)`,
		"5.4": `len=len_1+len_2(5.4)`,
	},
	"NIST.IR.8545": {"1": `c=(u,v):=(r_1+h·r_2,mG+s·r_2+e).(1)`},
	"NIST.SP.800-227": {
		"1":  `1.(ek,dk)←Π.KeyGen(p)(performkeygeneration)(1)`,
		"2":  `2.(K,c)←Π.Encaps(p,ek)(performencapsulation)(2)`,
		"3":  `3.K^′←Π.Decaps(p,dk,c)(performdecapsulation)(3)`,
		"4":  `Keygeneration(usingrandomnessr):(ek,dk)←Π.KeyGen(p;r)(4)`,
		"5":  `Encapsulation(usingrandomnesss):(K,c)←Π.Encaps(p,ek;s)(5)`,
		"6":  `(ek_A,dk_A)←Π.KeyGen(p).(6)`,
		"7":  `(K_B,c_B)←Π.Encaps(p,ek_A).(7)`,
		"8":  `K_A←Π.Decaps(dk_A,c_B).(8)`,
		"9":  `K←KeyCombine(K_1,K_2,c_1,c_2,ek_1,ek_2,p).(9)`,
		"10": `K^′←KeyCombine(K_1^′,K_2^′,c_1,c_2,ek_1,ek_2,p).(10)`,
		"11": `K←KDM(Z,OtherInput).(11)`, "12": `K←KDF(Z,OtherInput).(12)`,
		"13": `K←Expand(Extract(salt,Z),FixedInfo).(13)`,
		"14": `K←KDM((S_1,S_2,···,S_t),OtherInput).(14)`,
		"15": `KeyCombine(K_1,K_2,c_1,c_2,ek_1,ek_2,p):=H(K_1,K_2,c_1,c_2,ek_1,ek_2,domain_sep).(15)`,
		"16": `K←KDF(K_1,K_2)(16)`,
	},
}

// TestEquations holds every numbered formula of the six documents against its page:
// its own lines, with the bounds of its sums, and no other's.
func TestEquations(t *testing.T) {
	number := regexp.MustCompile(`\(((?:\d+\.)?\d+)\)$`)
	for _, id := range ids {
		t.Run(id, func(t *testing.T) {
			doc := load(t, id).doc
			seen := 0
			for i := range doc.Anchors {
				a := &doc.Anchors[i]
				if a.Kind != core.KindEquation {
					continue
				}
				seen++
				quote := doc.Quote(a.Span)
				if got, want := squash(quote), squash(equations[id][a.Number]); got != want {
					t.Errorf("(%s) on page %d reads\n%s\nwant\n%s", a.Number, a.StartPage, got, want)
				}
				for line := range strings.Lines(quote) {
					if m := number.FindStringSubmatch(strings.TrimSpace(line)); m != nil && m[1] != a.Number {
						t.Errorf("(%s) shows a line of (%s): %s", a.Number, m[1], line)
					}
				}
			}
			if want := len(equations[id]); seen != want {
				t.Errorf("%d equations, want %d", seen, want)
			}
		})
	}
}
