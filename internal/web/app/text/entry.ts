// Numbers as people type them, made into what the server reads. What is no number stays as it
// is, so that the server says what it expected.

const commaIsDecimal = () => new Intl.NumberFormat(navigator.language).format(1.5).includes(",");

// wholeEntry reads a whole number, whatever separates its thousands.
export function wholeEntry(text: string): string {
  const plain = text.replace(/\s/g, "");
  return /^-?\d{1,3}([.,'’]\d{3})+$/.test(plain) ? plain.replace(/[.,'’]/g, "") : text.trim();
}

// numberEntry reads a number. A single point is always a decimal one, as in what the server
// says; a comma is what it is in the language of the reader.
export function numberEntry(text: string): string {
  const plain = text.replace(/\s/g, "");
  if (/^-?\d{1,3}(\.\d{3}){2,}(,\d+)?$/.test(plain)) return plain.replaceAll(".", "").replace(",", ".");
  if (/^-?\d{1,3}(,\d{3}){2,}(\.\d+)?$/.test(plain)) return plain.replaceAll(",", "");
  if (!commaIsDecimal() && /^-?[1-9]\d{0,2},\d{3}(\.\d+)?$/.test(plain)) return plain.replace(",", "");
  return /^-?\d+,\d+$/.test(plain) ? plain.replace(",", ".") : text.trim();
}

// asNumber is the number that a text is, or the text.
export function asNumber(text: string): number | string {
  return text === "" || Number.isNaN(Number(text)) ? text : Number(text);
}
