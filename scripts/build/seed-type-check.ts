import { TYPES_BY_SEED_FILE } from '#cms/seed/seed-files.ts'

/** Returns a module in which a missing or wrongly typed field of a seed file is a type error. */
export function renderSeedTypeCheck(): string {
  const files = [...TYPES_BY_SEED_FILE].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const toVariable = (name: string) =>
    name.replace('.json', 'File').replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
  return [
    '// Generated from cms/model by: npm run types',
    '// Nothing imports this module. A missing or wrongly typed field of a seed file is a type error here.',
    '',
    ...files.map(([name]) => `import ${toVariable(name)} from './entries/${name}' with { type: 'json' }`),
    "import type { SeedFile } from './seed-types.ts'",
    '',
    ...files.map(
      ([name, types]) => `${toVariable(name)} satisfies SeedFile<${types.map((id) => `'${id}'`).join(' | ')}>`,
    ),
    '',
  ].join('\n')
}
