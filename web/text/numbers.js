// Number formats shared by all languages.

/** A number with at most one decimal. @param {number} n */
export function fixed(n) {
  return (Math.round(n * 10) / 10).toFixed(Number.isInteger(n) ? 0 : 1);
}

/** A score with its sign, as shown on the squares. @param {number} n @param {boolean} whole */
export function score(n, whole = false) {
  const digits = whole ? String(Math.abs(Math.round(n))) : Math.abs(n).toFixed(1);
  return Number(digits) === 0 ? digits : `${n > 0 ? '+' : '−'}${digits}`;
}

/** A short form such as 12.3M. @param {number} n */
export function compact(n) {
  return new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 }).format(n);
}

/** The discs of Black and White at the end, empty squares to the winner. @param {number} result for Black */
export const finalCount = (result) => [32 + result / 2, 32 - result / 2];
