package sheet

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"errors"
	"io"
	"iter"
	"regexp"
	"strings"
)

// MostRows is the maximum number of rows of a sheet in a spreadsheet program.
const MostRows = 1 << 20

// The parts of a workbook with one sheet, other than the sheet.
var fixedParts = []struct{ name, text string }{
	{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`},
	{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
	{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
}

// Write writes a workbook with one sheet, whose first row stays visible. Plain decimal numbers
// become numbers, and all other fields text; numbers have decimal commas if comma is true.
func Write(w io.Writer, title string, comma bool, rows iter.Seq2[[]string, error]) error {
	z := zip.NewWriter(w)
	for _, part := range append(fixedParts[:len(fixedParts):len(fixedParts)], struct{ name, text string }{"xl/workbook.xml", workbookPart(title)}) {
		if err := addPart(z, part.name, func(b *bufio.Writer) error { _, err := b.WriteString(part.text); return err }); err != nil {
			return err
		}
	}
	err := addPart(z, "xl/worksheets/sheet1.xml", func(b *bufio.Writer) error { return writeRows(b, comma, rows) })
	return errors.Join(err, z.Close())
}

func addPart(z *zip.Writer, name string, write func(*bufio.Writer) error) error {
	part, err := z.Create(name)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(part)
	_, _ = b.WriteString(xml.Header) // Flush reports the error
	return errors.Join(write(b), b.Flush())
}

// longestTitle is the maximum length of the name of a sheet.
const longestTitle = 31

// workbookPart returns the part that names the sheet. Some characters are not allowed in its name.
func workbookPart(title string) string {
	name := []rune(strings.Trim(strings.NewReplacer("[", "(", "]", ")", ":", "-", "*", "-", "?", "-", "/", "-", `\`, "-").Replace(title), "' "))
	if len(name) == 0 {
		name = []rune("Route")
	}
	return `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="` +
		escaped(string(name[:min(len(name), longestTitle)])) + `" sheetId="1" r:id="rId1"/></sheets></workbook>`
}

func writeRows(b *bufio.Writer, comma bool, rows iter.Seq2[[]string, error]) error {
	_, _ = b.WriteString(`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" defaultColWidth="14"/><sheetData>`)
	for row, err := range rows {
		if err != nil {
			return err
		}
		_, _ = b.WriteString("<row>")
		for _, field := range row {
			_, _ = b.WriteString(cell(field, comma))
		}
		_, _ = b.WriteString("</row>\n")
	}
	_, err := b.WriteString("</sheetData></worksheet>")
	return err
}

// plain matches a number that a spreadsheet shows as it is written. A number with a leading zero,
// such as a postcode, must remain text.
var plain = regexp.MustCompile(`^-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,15})?$`)

// cell returns the element for a field.
func cell(field string, comma bool) string {
	number := field
	if comma {
		number = strings.Replace(field, ",", ".", 1)
	}
	if plain.MatchString(number) {
		return "<c><v>" + number + "</v></c>"
	}
	if field == "" {
		return "<c/>"
	}
	return `<c t="inlineStr"><is><t xml:space="preserve">` + escaped(field) + "</t></is></c>"
}

// escaped returns text with XML escaping.
func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder never returns an error
	return b.String()
}
