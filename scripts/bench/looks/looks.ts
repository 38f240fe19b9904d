import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Browser } from '@playwright/test'
import { startBenchSite } from '#scripts/bench/bench-site.ts'
import { IMAGE_CACHE_FOLDER } from '#scripts/cli/folders.ts'
import { launchChromium, NO_INTERNET_ARGS } from '#scripts/test/chromium.ts'
import { UserError } from '#shared/user-error.ts'
import { comparePictures } from './compare-pictures.ts'
import { captureLook, findDeskUrl, LOOKS } from './look-views.ts'

const FOLDER = '.cache/bench/looks'
/** The checkout of the commit. */
const CHECKOUT = '.cache/bench/commit'

/** The clock of all pages starts here, so that times and years are the same. It runs, because the desk waits for its limit of requests. */
const NOW = new Date('2026-11-28T12:00:00Z')

/** ms, far longer than a machine that does nothing else needs. */
const TIMEOUT_MS = 120_000

type Pictures = ReadonlyMap<string, Buffer>

/**
 * Compares the looks of a commit and of the working copy, and writes the pairs that differ, as `<name> before.png`,
 * `after.png` and `difference.png`, with a line for each in index.txt.
 */
export async function compareLooks(commit: string): Promise<void> {
  const id = resolveCommit(commit)
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  await using browser = await launchChromium(NO_INTERNET_ARGS)
  const after = await captureSite(browser, 'site')
  const before = await captureCommit(browser, id)
  const lines: string[] = []
  for (const name of new Set([...before.keys(), ...after.keys()])) lines.push(...(await writePair(name, before, after)))
  await writeFile(join(FOLDER, 'index.txt'), lines.map((line) => `${line}\n`).join(''))
  for (const line of lines) console.log(line)
  console.log(`${lines.length} of ${after.size} looks differ from ${commit}: ${FOLDER}`)
}

function resolveCommit(commit: string): string {
  try {
    return git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`).trim()
  } catch {
    throw new UserError(`${commit} is no commit of this repository`)
  }
}

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' })

async function captureCommit(browser: Browser, id: string): Promise<Pictures> {
  removeCheckout()
  git('worktree', 'add', '--quiet', '--detach', CHECKOUT, id)
  try {
    linkPackages()
    return await captureSite(browser, 'commit-site', CHECKOUT)
  } finally {
    removeCheckout()
  }
}

/** Also after a run that was interrupted. */
function removeCheckout(): void {
  rmSync(CHECKOUT, { recursive: true, force: true })
  git('worktree', 'prune')
}

/**
 * Links the installed packages and the pictures that were derived before. A link to a package of the repository itself
 * stays relative, so that it leads to the one of the commit.
 */
function linkPackages(): void {
  link(IMAGE_CACHE_FOLDER)
  for (const folder of ['node_modules', 'packages/contentful-local/node_modules', 'cms/photo-desk/node_modules'])
    if (existsSync(folder)) for (const name of readdirSync(folder)) link(join(folder, name))
}

function link(path: string): void {
  const target = lstatSync(path).isSymbolicLink() ? readlinkSync(path) : resolve(path)
  mkdirSync(dirname(join(CHECKOUT, path)), { recursive: true })
  symlinkSync(target, join(CHECKOUT, path))
}

async function captureSite(browser: Browser, name: string, root?: string): Promise<Pictures> {
  await using site = await startBenchSite(name, root)
  const deskUrl = await findDeskUrl(site.cmsUrl)
  const pictures = new Map<string, Buffer>()
  for (const [index, look] of LOOKS.entries()) {
    console.log(`${root ? 'Commit' : 'Working copy'}: ${look.name}, ${index + 1} of ${LOOKS.length}`)
    await using page = await browser.newPage({ reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'UTC' })
    page.setDefaultTimeout(TIMEOUT_MS)
    await page.clock.install({ time: NOW })
    await captureLook(page, { url: site.url, deskUrl }, look, async (width, picture) => {
      pictures.set(`${look.name} ${width}`, picture)
    })
  }
  return pictures
}

/** Returns the line of the index, if the looks differ. */
async function writePair(name: string, beforeAll: Pictures, afterAll: Pictures): Promise<readonly string[]> {
  const [before, after] = [beforeAll.get(name), afterAll.get(name)]
  if (!before || !after) return [`${name}: not in the ${before ? 'working copy' : 'commit'}`]
  const difference = await comparePictures(before, after)
  if (!difference) return []
  for (const [part, picture] of Object.entries({ before, after, difference: difference.picture }))
    await writeFile(join(FOLDER, `${name} ${part}.png`), picture)
  return [`${name}: ${difference.pixels.toLocaleString('en-US')} pixels`]
}
