import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const isProductFile = (path: string) =>
  !/\.test\.tsx?$|\.gen\.ts$|(^|\/)(generated|dist|tests|node_modules)\//.test(path)

/** Names that a module declares and exports. Re-exports of another module's names are not included. */
function getExportedNames(text: string): readonly string[] {
  const declared = text.matchAll(
    /^export (?:default )?(?:declare )?(?:async )?(?:const|let|function\*?|class|abstract class|interface|type|enum) (\w+)/gm,
  )
  const lists = text.matchAll(/^export (?:type )?\{([^}]*)\}(?! from)/gm)
  const listed = [...lists].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/^type |.* as /g, '')),
  )
  return [...new Set([...[...declared].map(([, name = '']) => name), ...listed])].filter(Boolean)
}

/** A package of its own has its own names. */
test.each(['{src,cms,server,shared,scripts}', 'packages'])(
  'no name is exported by two modules of %s, except the Route of route files',
  (folders) => {
    const modules = new Map<string, string[]>()
    for (const path of globSync(`${folders}/**/*.{ts,tsx,mjs}`).filter(isProductFile))
      for (const name of getExportedNames(readFileSync(path, 'utf8')))
        modules.set(name, [...(modules.get(name) ?? []), path])
    expect([...modules].filter(([name, paths]) => paths.length > 1 && name !== 'Route')).toEqual([])
  },
)
