import type { Content } from './content.ts'
import { type Finding, RULES } from './finding.ts'
import type { Probed } from './link-probe.ts'

/** What was looked at, and what was found. */
export interface CheckReport {
  /** For people: which space. */
  readonly space: string
  /** ISO time */
  readonly checkedAt: string
  readonly checked: {
    readonly entries: number
    readonly assets: number
    /** Other sites' addresses; `null` where none was asked. */
    readonly links: number | null
  }
  readonly counts: {
    /** What visitors see. */
    readonly broken: number
    readonly should: number
    /** Of both, in what is not published yet. */
    readonly drafts: number
  }
  /** What could not be looked at, a line each. */
  readonly notes: readonly string[]
  /** Group by group; within one, what visitors see comes first. */
  readonly findings: readonly Finding[]
}

interface Looked {
  readonly content: Content
  readonly addresses: number
  readonly probed: Probed | undefined
}

export function reportOf(space: string | undefined, findings: readonly Finding[], looked?: Looked): CheckReport {
  const { content, addresses = 0, probed } = looked ?? {}
  const published = findings.filter(({ isDraft }) => !isDraft)
  return {
    space: space ?? 'the space',
    checkedAt: new Date().toISOString(),
    checked: {
      entries: content?.entries.length ?? 0,
      assets: content?.assets.size ?? 0,
      links: probed ? addresses - probed.unasked : null,
    },
    counts: {
      broken: published.filter(({ severity }) => severity === 'broken').length,
      should: published.filter(({ severity }) => severity === 'should').length,
      drafts: findings.length - published.length,
    },
    notes: looked ? notesOf(addresses, probed) : ['Nothing else could be looked at.'],
    findings: inOrder(findings),
  }
}

function notesOf(addresses: number, probed: Probed | undefined): readonly string[] {
  if (!probed) return ['Other sites were not asked whether links to them are alive.']
  if (probed.unasked === 0) return []
  if (probed.unasked === addresses) return ['No other site could be reached from here: links to them were not tried.']
  return [`There was no time for ${probed.unasked} of ${addresses} links to other sites.`]
}

const ORDER = Object.keys(RULES)

/** Group by group; what visitors see first, and what is broken before what could be better. */
const inOrder = (findings: readonly Finding[]) =>
  findings.toSorted(
    (one, other) =>
      ORDER.indexOf(one.rule) - ORDER.indexOf(other.rule) ||
      Number(one.isDraft) - Number(other.isDraft) ||
      Number(one.severity === 'should') - Number(other.severity === 'should'),
  )
