package humanize

import (
	"fmt"
	"time"
)

// Clock formats a time of day since midnight: 08:24, and 01:10 +1 d on the next day.
func Clock(at time.Duration) string {
	minutes := int64((at + 30*time.Second) / time.Minute)
	const day = 24 * 60
	text := fmt.Sprintf("%02d:%02d", minutes%day/60, minutes%60)
	if days := minutes / day; days > 0 {
		text += fmt.Sprintf(" +%d d", days)
	}
	return text
}
