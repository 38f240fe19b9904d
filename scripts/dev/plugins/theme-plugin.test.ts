import { symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import wyw from '@wyw-in-js/vite'
import { expect, test } from 'vitest'
import { startViteServer } from '#tests/setup/server/vite-server.ts'
import { themePlugin } from './theme-plugin.ts'

const TOKENS = 'src/theme/tokens.ts'
const TYPOGRAPHY = 'src/theme/typography.ts'
const COMPONENTS = ['src/header.ts', 'src/footer.ts']

const createTokens = (bone: string) => `export const color = { bone: '${bone}' }\n`
const createTypography = (spacing: string) => `export const spacing = '${spacing}'\n`

const COMPONENT = `import { css } from 'linaria'
import { color } from './theme/tokens.ts'
import { spacing } from './theme/typography.ts'
export const root = css\`
  background: \${color.bone};
  letter-spacing: \${spacing};
\`
`

/** Starts a server with two components, whose styles use two modules of the theme. */
async function startSite() {
  const site = await startViteServer([wyw({ prefixer: false }), themePlugin()], {
    [TOKENS]: createTokens('#f5f1e8'),
    [TYPOGRAPHY]: createTypography('0.08em'),
    ...Object.fromEntries(COMPONENTS.map((file) => [file, COMPONENT])),
  })
  await symlink(resolve('node_modules'), join(site.root, 'node_modules'))

  /** Returns the styles of a component, as a page loads them. */
  async function readStyle(file: string): Promise<string> {
    const component = (await site.server.transformRequest(`/${file}`))?.code ?? ''
    const [, style = ''] = /import "([^"]+\.css)/.exec(component) ?? []
    return (await site.server.transformRequest(style))?.code ?? ''
  }
  const expectStyles = async (bone: string, spacing: string) => {
    const style = `{background:${bone};letter-spacing:${spacing};}`
    for (const file of COMPONENTS) await expect.poll(() => readStyle(file).catch(String)).toContain(style)
  }
  await expectStyles('#f5f1e8', '0.08em')
  return { ...site, expectStyles }
}

test('a changed token is in all styles, and so is its old value', async () => {
  const { edit, expectStyles } = await startSite()
  await edit(TOKENS, createTokens('#ffeedd'))
  await expectStyles('#ffeedd', '0.08em')
  await edit(TOKENS, createTokens('#f5f1e8'))
  await expectStyles('#f5f1e8', '0.08em')
  await edit(TYPOGRAPHY, createTypography('3px'))
  await expectStyles('#f5f1e8', '3px')
})

test('a syntax error of the theme is sent to pages with its place', async () => {
  const { edit, openPage } = await startSite()
  const payloads = await openPage()
  await edit(TOKENS, createTokens("#f5f1e8'"))
  await expect.poll(() => JSON.stringify(payloads)).toMatch(/PARSE_ERROR.+src\/theme\/tokens\.ts:1:\d/)
})
