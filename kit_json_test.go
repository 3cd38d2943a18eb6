package foppen_test

import (
	"encoding"
	"encoding/json"
	"fmt"

	"github.com/stretchr/testify/require"
)

// encoded is the JSON of a value, straight from its method and through json.Marshal:
// both must be the same, since users do either.
func encoded(t require.TestingT, v json.Marshaler) []byte {
	data, err := v.MarshalJSON()
	require.NoError(t, err)
	again, err := json.Marshal(v)
	require.NoError(t, err)
	require.Equal(t, string(data), string(again))
	return data
}

// sameAfterJSON checks that a value is read back as it was.
func sameAfterJSON[T interface {
	comparable
	json.Marshaler
}, P interface {
	*T
	json.Unmarshaler
}](t require.TestingT, v T) {
	data := encoded(t, v)
	require.NotContains(t, string(data), "null")
	var got T
	require.NoError(t, P(&got).UnmarshalJSON(data), "%s", data)
	if got != v {
		require.FailNow(t, "another value", "%s\n%s", data, encoded(t, got))
	}
}

// sameAfterText checks that a value is read back from its text as it was.
func sameAfterText[T interface {
	comparable
	encoding.TextMarshaler
	fmt.Stringer
}, P interface {
	*T
	encoding.TextUnmarshaler
}](t require.TestingT, v T) {
	text, err := v.MarshalText()
	require.NoError(t, err)
	require.Equal(t, v.String(), string(text))
	var got T
	require.NoError(t, P(&got).UnmarshalText(text), "%s", text)
	require.True(t, got == v, "%s", text)
}

// mustJSON is the JSON of a value.
func mustJSON(t require.TestingT, v json.Marshaler) []byte {
	b, err := v.MarshalJSON()
	require.NoError(t, err)
	return b
}
