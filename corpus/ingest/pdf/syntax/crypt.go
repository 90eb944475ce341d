package syntax

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"encoding/binary"
	"errors"
)

var errCrypt = errors.New("does not decrypt")

// cipherMethod is how a crypt filter encrypts (ISO 32000-2, table 25).
type cipherMethod byte

const (
	methodNone cipherMethod = iota
	methodRC4
	methodAES128 // the key of each object is derived from the file's
	methodAES256 // the file's key is the key of each object
)

// decrypter undoes encryption with the empty user password, which publicly readable
// files have.
type decrypter struct {
	key           []byte
	streams, text cipherMethod
	metadata      bool // metadata streams are encrypted too
	object        int  // of the encryption dictionary, whose strings are plain
}

// openCrypt reads the encryption dictionary, if the file has one. ErrEncrypted means
// that the empty password does not open the file.
func (f *File) openCrypt() error {
	entry, has := f.trailer["Encrypt"]
	if !has || entry == nil {
		f.crypt = nil
		return nil
	}
	c := &decrypter{metadata: true}
	if r, is := entry.(Ref); is {
		c.object = r.Number
	}
	f.crypt = nil // the dictionary itself is not encrypted
	d, err := f.dict(entry)
	if err != nil {
		return err
	}
	if d["Filter"] != Name("Standard") {
		return ErrEncrypted
	}
	if v, is := d["EncryptMetadata"].(bool); is {
		c.metadata = v
	}
	if err := f.chooseMethods(c, d); err != nil {
		return err
	}
	if c.key, err = f.fileKey(d, c); err != nil {
		return err
	}
	f.crypt, f.cache, f.open = c, nil, nil
	return nil
}

// chooseMethods reads which cipher encrypts streams and strings.
func (f *File) chooseMethods(c *decrypter, d Dict) error {
	switch version, _ := nonNegative(d["V"]); version {
	case 1, 2:
		c.streams, c.text = methodRC4, methodRC4
		return nil
	case 4, 5:
	default:
		return ErrEncrypted
	}
	filters, err := f.dict(d["CF"])
	if err != nil {
		return err
	}
	if c.streams, err = f.method(filters, d["StmF"]); err != nil {
		return err
	}
	c.text, err = f.method(filters, d["StrF"])
	return err
}

func (f *File) method(filters Dict, o any) (cipherMethod, error) {
	n, is := o.(Name)
	if !is || n == "Identity" {
		return methodNone, nil
	}
	d, err := f.dict(filters[n])
	if err != nil {
		return methodNone, err
	}
	switch d["CFM"] {
	case Name("None"), nil:
		return methodNone, nil
	case Name("V2"):
		return methodRC4, nil
	case Name("AESV2"):
		return methodAES128, nil
	case Name("AESV3"):
		return methodAES256, nil
	}
	return methodNone, ErrEncrypted
}

// leaves reports whether a stream is not encrypted.
func (c *decrypter) leaves(d Dict, steps []filterStep) bool {
	if d["Type"] == Name("XRef") || d["Type"] == Name("Metadata") && !c.metadata {
		return true
	}
	return len(steps) > 0 && steps[0].name == "Crypt"
}

func (c *decrypter) stream(b []byte, number, generation int) ([]byte, error) {
	return c.decrypt(c.streams, b, number, generation)
}

func (c *decrypter) decrypt(m cipherMethod, b []byte, number, generation int) ([]byte, error) {
	switch m {
	case methodRC4:
		key, err := rc4.NewCipher(c.objectKey(number, generation, ""))
		if err != nil {
			return nil, errCrypt
		}
		out := make([]byte, len(b))
		key.XORKeyStream(out, b)
		return out, nil
	case methodAES128:
		return unCBC(c.objectKey(number, generation, "sAlT"), b)
	case methodAES256:
		return unCBC(c.key, b)
	}
	return b, nil
}

// objectKey derives the key of one object (ISO 32000-1, 7.6.2, algorithm 1).
func (c *decrypter) objectKey(number, generation int, salt string) []byte {
	b := append([]byte{}, c.key...)
	b = append(b, byte(number), byte(number>>8), byte(number>>16), byte(generation), byte(generation>>8))
	sum := md5.Sum(append(b, salt...))
	return sum[:min(len(c.key)+5, 16)]
}

// unCBC undoes AES in CBC mode: the initialization vector comes first, and the
// padding says its own length in each of its bytes.
func unCBC(key, b []byte) ([]byte, error) {
	if len(b) == 0 {
		return nil, nil
	}
	block, err := aes.NewCipher(key)
	if err != nil || len(b)%aes.BlockSize != 0 || len(b) < 2*aes.BlockSize {
		return nil, errCrypt
	}
	out := make([]byte, len(b)-aes.BlockSize)
	cipher.NewCBCDecrypter(block, b[:aes.BlockSize]).CryptBlocks(out, b[aes.BlockSize:])
	pad := int(out[len(out)-1])
	if pad < 1 || pad > aes.BlockSize {
		return nil, errCrypt
	}
	for _, c := range out[len(out)-pad:] {
		if int(c) != pad {
			return nil, errCrypt
		}
	}
	return out[:len(out)-pad], nil
}

// decryptObject decrypts the strings of an object that is in the file by
// itself. Those of object streams are encrypted with the stream.
func (f *File) decryptObject(x indirect) (any, error) {
	if f.crypt == nil || f.crypt.text == methodNone || x.number == f.crypt.object {
		return x.value, nil
	}
	return f.crypt.strings(x.value, x.number, x.generation)
}

// strings replaces the strings inside an object, in place where it has parts.
func (c *decrypter) strings(o any, number, generation int) (any, error) {
	var err error
	switch v := o.(type) {
	case String:
		b, err := c.decrypt(c.text, []byte(v), number, generation)
		if err != nil {
			return nil, damaged("a string of object %d %w", number, err)
		}
		return String(b), nil
	case Array:
		for i := range v {
			if v[i], err = c.strings(v[i], number, generation); err != nil {
				return nil, err
			}
		}
	case Dict:
		for k := range v {
			if v[k], err = c.strings(v[k], number, generation); err != nil {
				return nil, err
			}
		}
	case *Stream:
		_, err = c.strings(v.Dict, number, generation)
	}
	return o, err
}

// permissions returns the P entry as the four bytes that are hashed.
func permissions(d Dict) []byte {
	p, _ := d["P"].(int)
	return binary.LittleEndian.AppendUint32(nil, uint32(int64(p)))
}
