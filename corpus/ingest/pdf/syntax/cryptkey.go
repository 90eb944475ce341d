package syntax

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha256"
	"crypto/sha512"
)

// passwordPadding fills a password up to 32 bytes (ISO 32000-1, 7.6.3.3,
// algorithm 2).
var passwordPadding = []byte("\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08" +
	"\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A")

// fileKey derives the file's key from the empty user password and checks it
// against what the dictionary says of that password.
func (f *File) fileKey(d Dict, c *decrypter) ([]byte, error) {
	owner, ok1 := d["O"].(String)
	user, ok2 := d["U"].(String)
	revision, ok3 := nonNegative(d["R"])
	if !ok1 || !ok2 || !ok3 {
		return nil, damaged("the encryption dictionary is not readable")
	}
	if revision >= 5 {
		return keyOf256(d, []byte(user), revision)
	}
	if revision < 2 || len(owner) < 32 || len(user) < 32 {
		return nil, damaged("the encryption dictionary is not readable")
	}
	id := f.fileID()
	key := keyOf128(d, []byte(owner), id, revision, keyLength(d, revision), c.metadata)
	if !bytes.Equal(userMark(key, id, revision), []byte(user[:userBytes(revision)])) {
		return nil, ErrEncrypted
	}
	return key, nil
}

// userBytes is how many bytes of the U entry are not arbitrary.
func userBytes(revision int) int {
	if revision == 2 {
		return 32
	}
	return 16
}

// fileID returns the first part of the file's identifier.
func (f *File) fileID() []byte {
	o, err := f.Resolve(f.trailer["ID"])
	if a, is := o.(Array); is && err == nil && len(a) > 0 {
		s, _ := a[0].(String)
		return []byte(s)
	}
	return nil
}

// keyLength returns the length of the file's key in bytes.
func keyLength(d Dict, revision int) int {
	version, _ := nonNegative(d["V"])
	bits, ok := nonNegative(d["Length"])
	switch {
	case revision == 2 || version == 1:
		return 5
	case version == 4:
		return 16
	case !ok || bits < 40 || bits > 128 || bits%8 != 0:
		return 5
	}
	return bits / 8
}

// keyOf128 derives a key of up to 128 bits (ISO 32000-1, 7.6.3.3, algorithm 2).
func keyOf128(d Dict, owner, id []byte, revision, length int, metadata bool) []byte {
	h := md5.New()
	h.Write(passwordPadding)
	h.Write(owner[:32])
	h.Write(permissions(d))
	h.Write(id)
	if revision >= 4 && !metadata {
		h.Write([]byte{0xFF, 0xFF, 0xFF, 0xFF})
	}
	key := h.Sum(nil)
	if revision >= 3 {
		for range 50 {
			sum := md5.Sum(key[:length])
			key = sum[:]
		}
	}
	return key[:length]
}

// userMark computes what the U entry must begin with (ISO 32000-1, 7.6.3.4,
// algorithms 4 and 5).
func userMark(key, id []byte, revision int) []byte {
	if revision == 2 {
		return rc4Of(key, passwordPadding)
	}
	sum := md5.Sum(append(append([]byte{}, passwordPadding...), id...))
	mark := sum[:]
	for i := range 20 {
		round := make([]byte, len(key))
		for j := range key {
			round[j] = key[j] ^ byte(i)
		}
		mark = rc4Of(round, mark)
	}
	return mark
}

func rc4Of(key, b []byte) []byte {
	out := make([]byte, len(b))
	if c, err := rc4.NewCipher(key); err == nil {
		c.XORKeyStream(out, b)
	}
	return out
}

// keyOf256 decrypts the file's key with one derived from the empty user password
// (ISO 32000-2, 7.6.4.3.3, algorithm 2.A). U holds a hash and two salts.
func keyOf256(d Dict, user []byte, revision int) ([]byte, error) {
	wrapped, _ := d["UE"].(String)
	if len(user) < 48 || len(wrapped) < 32 || revision > 6 {
		return nil, damaged("the encryption dictionary is not readable")
	}
	if !bytes.Equal(hashOf256(user[32:40], revision), user[:32]) {
		return nil, ErrEncrypted
	}
	block, err := aes.NewCipher(hashOf256(user[40:48], revision))
	if err != nil {
		return nil, damaged("the encryption dictionary is not readable")
	}
	key := make([]byte, 32)
	cipher.NewCBCDecrypter(block, make([]byte, aes.BlockSize)).CryptBlocks(key, []byte(wrapped[:32]))
	return key, nil
}

// hashOf256 hashes the empty password with a salt (ISO 32000-2, 7.6.4.3.4,
// algorithm 2.B). Revision 5 stops after the first hash.
func hashOf256(salt []byte, revision int) []byte {
	first := sha256.Sum256(salt)
	k := first[:]
	if revision == 5 {
		return k
	}
	for round := 0; ; round++ {
		e := bytes.Repeat(k, 64)
		block, err := aes.NewCipher(k[:16])
		if err != nil {
			return nil
		}
		cipher.NewCBCEncrypter(block, k[16:32]).CryptBlocks(e, e)
		sum := 0
		for _, b := range e[:16] {
			sum += int(b)
		}
		switch sum % 3 {
		case 0:
			h := sha256.Sum256(e)
			k = h[:]
		case 1:
			h := sha512.Sum384(e)
			k = h[:]
		default:
			h := sha512.Sum512(e)
			k = h[:]
		}
		if round >= 63 && int(e[len(e)-1]) <= round-32 {
			return k[:32]
		}
	}
}
