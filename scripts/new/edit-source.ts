import { UserError } from '#shared/user-error.ts'

/** Returns the index of the brace that closes the first object literal after `start`. */
export function findObjectEnd(text: string, start: number): number {
  let depth = 0
  for (let index = text.indexOf('{', start); index >= 0 && index < text.length; index += 1) {
    if (text[index] === '{') depth += 1
    if (text[index] === '}') depth -= 1
    if (depth === 0) return index
  }
  throw new UserError('An object has no end: correct the syntax error, and run this again')
}

/** Adds lines to the end of the first object literal after `start`. The formatter indents them. */
export function addToObject(text: string, start: number, lines: readonly string[]): string {
  const end = findObjectEnd(text, start)
  const before = text.slice(0, end).trimEnd()
  return `${before}${/[,{]$/.test(before) ? '' : ','}\n${lines.join('\n')}\n${text.slice(end)}`
}

/** Adds names to the import of a module, or a new import. The linter sorts them. */
export function addImports(text: string, module: string, names: readonly string[]): string {
  const declaration = new RegExp(`import \\{([^}]*)\\} from '${module.replaceAll('.', '\\.')}'`)
  const imported = (declaration.exec(text)?.[1] ?? '').split(',').map((name) => name.trim())
  const all = [...new Set([...imported, ...names])].filter((name) => name !== '')
  const statement = `import { ${all.join(', ')} } from '${module}'`
  return declaration.test(text) ? text.replace(declaration, () => statement) : `${statement}\n${text}`
}
