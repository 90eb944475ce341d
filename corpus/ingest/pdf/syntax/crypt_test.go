package syntax

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// encrypted writes the one-page file with its content and a string encrypted. The
// empty password opens it unless marks are those of another.
func encrypted(method cipherMethod, revision int, wrong bool) []byte {
	id := []byte("0123456789abcdef")
	owner := strings.Repeat("o", 48)
	c := &decrypter{streams: method, text: method, metadata: true}
	entries, user := "", ""
	switch method {
	case methodAES256:
		c.key = bytes.Repeat([]byte{7}, 32)
		salts := "validate" + "key salt"
		user = string(hashOf256([]byte(salts[:8]), revision)) + salts
		block, _ := aes.NewCipher(hashOf256([]byte(salts[8:]), revision))
		wrapped := make([]byte, 32)
		cipher.NewCBCEncrypter(block, make([]byte, 16)).CryptBlocks(wrapped, c.key)
		entries = fmt.Sprintf("/V 5 /Length 256 /CF << /StdCF << /CFM /AESV3 >> >> /StmF /StdCF /StrF /StdCF /UE <%x> /OE <%x> /Perms <%x>", wrapped, wrapped, wrapped[:16])
	default:
		length := 5
		entries = "/V 1"
		if revision >= 3 {
			length, entries = 16, "/V 2 /Length 128"
		}
		if method == methodAES128 {
			entries = "/V 4 /Length 128 /CF << /StdCF << /CFM /AESV2 >> >> /StmF /StdCF /StrF /StdCF"
		}
		c.key = keyOf128(Dict{"P": -44}, []byte(owner), id, revision, length, true)
		user = string(userMark(c.key, id, revision))
		user += strings.Repeat("\x00", 32-len(user))
	}
	if wrong {
		user = strings.Repeat("x", len(user))
	}
	s := newSample()
	s.trailer = fmt.Sprintf("/Encrypt 5 0 R /ID [<%x> <%x>]", id, id)
	content := string(c.encrypt([]byte(zipped("BT (20 bytes) Tj ET")), 4))
	return s.objects(catalogBody, pagesBody,
		strings.Replace(pageBody, "/Parent", fmt.Sprintf("/ID <%x> /Parent", c.encrypt([]byte("an identifier"), 3)), 1),
		plainStream("/Filter /FlateDecode", content),
		fmt.Sprintf("<< /Filter /Standard /R %d /P -44 /O <%x> /U <%x> %s >>", revision, owner, user, entries)).table().Bytes()
}

// encrypt is the inverse of decrypt, for an object of generation 0.
func (c *decrypter) encrypt(b []byte, number int) []byte {
	key := c.key
	switch c.streams {
	case methodRC4:
		return rc4Of(c.objectKey(number, 0, ""), b)
	case methodAES128:
		key = c.objectKey(number, 0, "sAlT")
	}
	pad := aes.BlockSize - len(b)%aes.BlockSize
	b = append(b, bytes.Repeat([]byte{byte(pad)}, pad)...)
	out := make([]byte, aes.BlockSize+len(b))
	copy(out, "initial vector!!")
	block, _ := aes.NewCipher(key)
	cipher.NewCBCEncrypter(block, out[:aes.BlockSize]).CryptBlocks(out[aes.BlockSize:], b)
	return out
}

func TestEncrypted(t *testing.T) {
	tests := []struct {
		name     string
		method   cipherMethod
		revision int
	}{
		{"RC4 of 40 bits", methodRC4, 2}, {"RC4 of 128 bits", methodRC4, 3}, {"AES of 128 bits", methodAES128, 4},
		{"AES of 256 bits, revision 5", methodAES256, 5}, {"AES of 256 bits, revision 6", methodAES256, 6},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, f, err := contentOf(t.Context(), encrypted(tt.method, tt.revision, false))
			if err != nil || got != "BT (20 bytes) Tj ET" {
				t.Fatalf("content %q, error %v", got, err)
			}
			pages, err := f.Pages()
			if err != nil || pages[0].Dict["ID"] != String("an identifier") {
				t.Errorf("string %q, error %v", pages[0].Dict["ID"], err)
			}
			if _, _, err := contentOf(t.Context(), encrypted(tt.method, tt.revision, true)); !errors.Is(err, ErrEncrypted) {
				t.Errorf("with a password: error %v, want %v", err, ErrEncrypted)
			}
		})
	}
}

func TestHashOf256(t *testing.T) {
	// SHA-256 of the salt alone is the hash of revision 5 (FIPS 180-4, "abc").
	want := "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	if got := fmt.Sprintf("%x", hashOf256([]byte("abc"), 5)); got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
	if len(hashOf256([]byte("abc"), 6)) != 32 {
		t.Error("the hash of revision 6 has not 32 bytes")
	}
}
