// Converts typed numbers to what the server reads. Other text stays unchanged, so that the server
// reports what it expects.

const commaIsDecimal = () => new Intl.NumberFormat(navigator.language).format(1.5).includes(",");

// wholeEntry reads an integer with any thousands separator.
export function wholeEntry(text: string): string {
  const plain = text.replace(/\s/g, "");
  return /^-?\d{1,3}([.,'’]\d{3})+$/.test(plain) ? plain.replace(/[.,'’]/g, "") : text.trim();
}

// numberEntry reads a number. A single point is a decimal point, as in the server's messages; a comma
// follows the reader's locale.
export function numberEntry(text: string): string {
  const plain = text.replace(/\s/g, "");
  if (/^-?\d{1,3}(\.\d{3}){2,}(,\d+)?$/.test(plain)) return plain.replaceAll(".", "").replace(",", ".");
  if (/^-?\d{1,3}(,\d{3}){2,}(\.\d+)?$/.test(plain)) return plain.replaceAll(",", "");
  if (!commaIsDecimal() && /^-?[1-9]\d{0,2},\d{3}(\.\d+)?$/.test(plain)) return plain.replace(",", "");
  return /^-?\d+,\d+$/.test(plain) ? plain.replace(",", ".") : text.trim();
}

// asNumber returns the number in a text, or the text.
export function asNumber(text: string): number | string {
  return text === "" || Number.isNaN(Number(text)) ? text : Number(text);
}
