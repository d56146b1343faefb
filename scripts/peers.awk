# peers.awk OPTIMA RECORDS: print a table of the mean gaps of the programs in the records of
# scripts/peers, in percent, with the mean seconds in parentheses. A dash stands for no tour in time.
BEGIN {FS = "\t"; count = split("tourmaline linkern lkh gaeax", programs, " "); titles = "tourmaline,linkern,LKH,GA-EAX"}
FILENAME == ARGV[1] {
	split($0, field, ",")
	optimum[field[1]] = field[4]
	next
}
{
	row = $2 "\t" $3
	if (!(row in rows)) {rows[row]; order[++n] = row}
	cell = $1 "\t" row
	runs[cell]++
	seconds[cell] += $5
	if ($8 == "") failed[cell]++
	else gap[cell] += 100 * ($8 / optimum[$2] - 1)
}
END {
	split(titles, title, ",")
	printf "| instance | limit |"
	for (p = 1; p <= count; p++) printf " %s |", title[p]
	printf "\n|---|---|"
	for (p = 1; p <= count; p++) printf "---|"
	print ""
	for (i = 1; i <= n; i++) {
		split(order[i], part, "\t")
		printf "| %s | %s s |", part[1], part[2]
		for (p = 1; p <= count; p++) {
			cell = programs[p] "\t" order[i]
			if (!(cell in runs)) printf " |"
			else if (failed[cell]) printf " – |"
			else printf " %.3f (%.1f s) |", gap[cell] / runs[cell], seconds[cell] / runs[cell]
		}
		print ""
	}
}
