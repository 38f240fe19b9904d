/** What the person who called can put right. Printed as its lines, without a stack: each names the thing and the remedy. */
export class BadInput extends Error {
  override readonly name = 'BadInput'
  readonly lines: readonly string[]

  constructor(...lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}
