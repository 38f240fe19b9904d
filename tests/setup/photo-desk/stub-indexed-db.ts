import * as fakeIndexedDb from 'fake-indexeddb'
import { onTestFinished, vi } from 'vitest'

/** Gives a test the database of a browser, in memory. */
export function stubIndexedDb(): void {
  for (const [name, value] of Object.entries(fakeIndexedDb))
    if (/^(IDB|indexedDB)/.test(name)) vi.stubGlobal(name, value)
  onTestFinished(() => void vi.unstubAllGlobals())
}
