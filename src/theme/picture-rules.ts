/**
 * Rules for what each picture has of its own, its focal point and its placeholder colour, which are attributes
 * (src/components/picture-attributes.ts): the Content-Security-Policy of the pages refuses `style` attributes. There is a rule for
 * each digit, because one for each value would be thousands. They outweigh a class.
 */
export const pictureAttributeRules = [
  ':root [data-focus] { object-position: calc(var(--x) + var(--i)) calc(var(--y) + var(--j)) }',
  ...numbersTo(10).flatMap((tens) => [
    `[data-focus^='${tens}-'] { --x: ${tens}0% }`,
    `[data-focus*=' ${tens}-'] { --y: ${tens}0% }`,
  ]),
  ...numbersTo(9).flatMap((ones) => [
    `[data-focus*='-${ones} '] { --i: ${ones}% }`,
    `[data-focus$='-${ones}'] { --j: ${ones}% }`,
  ]),
  ':root [data-color] { background-color: rgb(var(--r) var(--g) var(--b)) }',
  ...numbersTo(7).flatMap((level) => [
    `[data-color^='${level}'] { --r: ${Math.round((level * 255) / 7)} }`,
    `[data-color*='-${level}-'] { --g: ${Math.round((level * 255) / 7)} }`,
    `[data-color$='${level}'] { --b: ${Math.round((level * 255) / 7)} }`,
  ]),
].join('\n')

function numbersTo(last: number): readonly number[] {
  return Array.from({ length: last + 1 }, (_, number) => number)
}
