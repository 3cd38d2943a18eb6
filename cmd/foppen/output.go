package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Files are written so that nothing is lost. What a file held stays there until all
// that replaces it lies on the disk beside it; whether that can be written is found
// out at the start; and a file that another program has written meanwhile is not
// replaced at all.

// A target is a file to be written, as it was when it was looked at.
type target struct {
	path string      // without a symbolic link at its end
	was  fs.FileInfo // nil if there was no file
}

// newTarget looks at a file that is to be written. What is no plain file, such as a
// device, has no target: it can only be written in place.
func newTarget(name string) (*target, error) {
	t := &target{path: followed(name)}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return t, nil
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, &fs.PathError{Op: "write", Path: name, Err: syscall.EISDIR}
	case !info.Mode().IsRegular():
		return nil, nil
	}
	t.was = info
	f, err := os.OpenFile(name, os.O_WRONLY, 0) // what must not be written is not replaced either
	if err != nil {
		return nil, err
	}
	return t, f.Close()
}

// isDevice reports whether something is no plain file, and no folder.
func isDevice(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// followed returns the file that a symbolic link leads to, whether it is there or not.
func followed(path string) string {
	for range 40 {
		to, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Dir(path) + string(filepath.Separator) + to
		}
		path = to
	}
	return path
}

// create creates the file that is to take the target's place.
func (t *target) create() (*os.File, error) {
	f, err := createHidden(filepath.Dir(t.path))
	if err != nil && t.was != nil {
		// Its folder takes no new files, but there it is and can be written, see take.
		f, err = createHidden(os.TempDir())
	}
	var fault *fs.PathError
	if errors.As(err, &fault) {
		return nil, &fs.PathError{Op: "create", Path: t.path, Err: fault.Err}
	}
	return f, err
}

// createHidden creates a file that is not there yet. Unlike os.CreateTemp it leaves
// the permissions to the user's settings.
func createHidden(dir string) (f *os.File, err error) {
	for range 100 {
		name := filepath.Join(dir, fmt.Sprintf(".foppen-%x", rand.Uint64()))
		f, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return f, err
}

// errTaken says that another program has written a file meanwhile.
var errTaken = errors.New("another program has written this file meanwhile")

// seal closes a file that is complete, with all of it on the disk.
func (t *target) seal(f *os.File) error {
	err := f.Sync()
	if t.was != nil {
		err = errors.Join(err, f.Chmod(t.was.Mode().Perm()))
	}
	return errors.Join(err, f.Close())
}

// take puts a sealed file in the target's place. After an error it is still there
// under its own name.
func (t *target) take(from string) error {
	taken := &fs.PathError{Op: "write", Path: t.path, Err: errTaken}
	switch now, err := os.Stat(t.path); {
	case errors.Is(err, fs.ErrNotExist):
		t.was = nil
	case err != nil:
		return err
	case t.was == nil || !os.SameFile(now, t.was) || now.Size() != t.was.Size() || !now.ModTime().Equal(t.was.ModTime()):
		return taken
	}
	err := fs.ErrInvalid
	if t.was == nil {
		err = os.Link(from, t.path) // unlike a rename it never replaces a file
		if errors.Is(err, fs.ErrExist) {
			return taken
		}
	}
	if err == nil {
		err = os.Remove(from)
	} else if err = os.Rename(from, t.path); err != nil && t.was != nil {
		// A file that is a mount of its own cannot be replaced, nor can one from another
		// disk take its place. Such a file is written in place.
		err = t.overwrite(from)
	}
	if err != nil {
		return err
	}
	syncFolder(filepath.Dir(t.path))
	t.was, err = os.Stat(t.path)
	return err
}

// put writes a text to the target.
func (t *target) put(text []byte) error {
	f, err := t.create()
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, t.seal(f)); err == nil {
		err = t.take(f.Name())
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// beside returns a target for a new file with the first name like that of the target
// that is not used.
func (t *target) beside() (*target, error) {
	for n := 1; n < 10000; n++ {
		path := numbered(t.path, n)
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			return &target{path: path}, nil
		}
	}
	return nil, &fs.PathError{Op: "write", Path: t.path, Err: fs.ErrExist}
}

// overwrite copies a file into the target, which keeps its identity.
func (t *target) overwrite(from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(t.path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Sync(), out.Close()); err == nil {
		err = os.Remove(from)
	}
	return err
}

// syncFolder has the name of a new file reach the disk. Not all systems can do that.
func syncFolder(dir string) {
	if f, err := os.Open(dir); err == nil {
		f.Sync()
		f.Close()
	}
}

// numbered returns the n-th name like a file's: a.json, a-2.json, a-3.json.
func numbered(path string, n int) string {
	if n == 1 {
		return path
	}
	ext := filepath.Ext(path)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(path, ext), n, ext)
}

// An output is a file that a run writes while it goes on. It is written by whole
// pieces, so that whenever the run ends, every line is whole.
type output struct {
	flag, name string
	target     *target // nil for what is no plain file: it is written in place
	f          *os.File
	w          io.Writer    // writes to f
	text       bytes.Buffer // held back
	fault      error
	grows      bool   // it holds all that the target holds, and replaces it also if it is not complete
	partial    bool   // it holds only a part of the run, and replaces nothing
	at         string // where it is, once it is in its place
}

// heldBack is how much is held back, in bytes, before it is written.
const heldBack = 1 << 16

// outputs are the files of a run.
type outputs []*output

// open gets a file ready that a flag names. It refuses one that is another output, or
// one of the inputs.
func (all *outputs) open(e *env, flag, name string, inputs ...string) (*output, error) {
	o := &output{flag: flag, name: name}
	var err error
	if o.target, err = newTarget(name); err != nil {
		return nil, err
	}
	for _, other := range *all {
		if o.target != nil && other.target != nil && o.target.path == other.target.path || sameFile(name, other.name) {
			return nil, usagef("%s and %s name the same file", other.flag, flag)
		}
	}
	for _, input := range inputs {
		if sameFile(name, input) {
			return nil, usagef("%s names a file that is read", flag)
		}
	}
	if info, err := os.Stat(name); err == nil && isOutput(info, e.stdout) {
		return nil, usagef("%s names the standard output, which takes the report", flag)
	}
	if o.target != nil {
		o.f, err = o.target.create()
	} else {
		// Opening a pipe waits for its reader.
		o.f, err = during(e.ctx, func() (*os.File, error) { return os.OpenFile(name, os.O_WRONLY, 0) })
	}
	if err != nil {
		return nil, err
	}
	if o.w = o.f; o.target == nil {
		o.w = e.writer(o.f)
	}
	*all = append(*all, o)
	return o, nil
}

// flush writes what is held back, if that is more than so many bytes.
func (o *output) flush(most int) error {
	if o.fault != nil || o.text.Len() <= most {
		return o.fault
	}
	_, err := o.text.WriteTo(o.w)
	return o.failed(err)
}

// putJSON writes an outcome as JSON.
func (o *output) putJSON(v json.Marshaler) error {
	text, err := v.MarshalJSON()
	o.text.Write(append(text, '\n'))
	return err
}

// failed notes an error of the file, if it is one. The error names the file as the
// user does.
func (o *output) failed(err error) error {
	if err == nil {
		return nil
	}
	if fault := (*fs.PathError)(nil); errors.As(err, &fault) {
		err = &fs.PathError{Op: "write", Path: o.name, Err: fault.Err}
	}
	if errors.Is(err, context.Canceled) {
		err = unread(o.name)
	}
	o.fault = errors.Join(o.fault, err)
	return err
}

// An unread file is not complete, for an interrupt has ended the waiting for its reader.
type unread string

func (u unread) Error() string { return string(u) + " is not complete: nobody reads it" }
func (u unread) Unwrap() error { return context.Canceled }

// finish puts all files in their places. The faults of some do not keep others from
// theirs. What is not complete replaces nothing: it gets a place of its own, which the
// notes say.
func (all *outputs) finish(complete bool) (notes []string, err error) {
	var faults []error
	for _, o := range *all {
		o.flush(0)
		if o.target == nil {
			o.failed(o.f.Close())
		} else if path := o.place(complete || o.grows); path != "" {
			notes = append(notes, fmt.Sprintf("%s is left as it was, what is finished is in %s", o.name, path))
		}
		faults = append(faults, o.fault)
	}
	*all = nil
	return notes, errors.Join(faults...)
}

// place puts a file in its place or, if what is there must not be replaced, in one
// beside it, which it returns.
func (o *output) place(complete bool) (path string) {
	o.failed(o.target.seal(o.f))
	if o.fault != nil {
		os.Remove(o.f.Name())
		return ""
	}
	err := error(nil)
	if complete && !o.partial || o.target.was == nil || o.target.was.Size() == 0 {
		err = o.target.take(o.f.Name())
		if err == nil {
			o.at = o.name
			return ""
		}
	}
	if err == nil || errors.Is(err, errTaken) {
		t, free := o.target.beside()
		if free == nil {
			free = t.take(o.f.Name())
		}
		if free == nil {
			o.failed(err)
			o.at = t.path
			return t.path
		}
		err = errors.Join(err, free)
	}
	os.Remove(o.f.Name())
	o.failed(err)
	return ""
}

// lost reports whether what was to be in the file is nowhere. What was written in place, as to
// a device, is not known.
func (o *output) lost() bool { return o.target != nil && o.at == "" }

// discard takes back what was got ready.
func (all *outputs) discard() {
	for _, o := range *all {
		o.f.Close()
		if o.target != nil {
			os.Remove(o.f.Name())
		}
	}
}
