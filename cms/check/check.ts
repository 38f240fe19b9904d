import { LOCALE } from '#cms/model/locale.ts'
import type { FullDeliveryClient } from '#cms/sync/contentful/delivery-client.ts'
import type { WebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import { badAddresses } from './addresses.ts'
import { altTexts } from './alt-texts.ts'
import { type Content, contentOf } from './content.ts'
import { askable, deadLinks } from './dead-links.ts'
import { bothDelivered, type SpaceReaders } from './delivered.ts'
import { createDrawingRule, type DrawingProbe, findDrawingAddresses } from './drawings.ts'
import { type Elsewhere, emptyFields } from './empty-fields.ts'
import { files } from './files.ts'
import type { Rule } from './finding.ts'
import { findingsOf, onlyIn } from './findings.ts'
import type { LinkProbe } from './link-probe.ts'
import { lists } from './lists.ts'
import { pages } from './pages.ts'
import { panelLinks } from './panel-links.ts'
import { isEmpty } from './places.ts'
import { redirects } from './redirects.ts'
import { references } from './references.ts'
import { type CheckReport, reportOf } from './report.ts'
import { sizes } from './sizes.ts'
import { spaceGaps } from './space-gaps.ts'
import { texts } from './texts.ts'
import { unused } from './unused.ts'

export interface CheckSource extends SpaceReaders {
  readonly links: WebAppLinks
  /** Absent: other sites are not asked. */
  readonly probe?: LinkProbe
  /** Absent: SVG files are not read. */
  readonly drawings?: DrawingProbe
  /** For people: which space. */
  readonly name?: string
  /** The site's own address: a redirect may name it in full. */
  readonly siteUrl?: string
}

/** Looks through a space for what an editor should put right. Throws `BadInput` where it cannot be read. */
export async function checkSpace(source: CheckSource): Promise<CheckReport> {
  const { delivery, preview, links, probe, drawings, siteUrl } = source
  const [locales, types] = await Promise.all([delivery.locales(), delivery.contentTypes()])
  const gaps = spaceGaps(locales, types)
  // Nothing can be asked for in a language that the space does not have.
  if (!locales.includes(LOCALE)) return reportOf(source.name, findingsOf(gaps, { links, pictures: new Map() }))
  const [{ published, drafts, stateOf }, elsewhere] = await Promise.all([
    bothDelivered({ delivery, preview }),
    locales.length > 1 ? languagesOf(preview) : () => [],
  ])
  const visible = contentOf(published, stateOf)
  const whole = contentOf(drafts, stateOf)
  const addresses = askable(visible, whole)
  const [probed, refused = new Map()] = await Promise.all([
    probe?.(addresses),
    drawings?.(findDrawingAddresses(visible, whole)),
  ])
  const rules: readonly Rule[] = [
    pages,
    emptyFields(elsewhere),
    panelLinks,
    references,
    files,
    createDrawingRule(refused),
    badAddresses,
    deadLinks(probed?.troubles ?? new Map()),
    redirects(siteUrl),
    altTexts,
    texts,
    lists,
    sizes,
  ]
  const flawsIn = (content: Content) => rules.flatMap((rule) => rule(content, whole))
  const pictures = whole.assets
  const seen = [...gaps, ...flawsIn(visible)]
  const findings = [
    ...findingsOf([...seen, ...unused(visible, whole)], { links, pictures }),
    ...findingsOf(onlyIn(flawsIn(whole), seen), { links, pictures, isDraft: true }),
  ]
  return reportOf(source.name, findings, { content: whole, addresses: addresses.length, probed })
}

/** The fields of each entry that are written in other languages. */
async function languagesOf(preview: FullDeliveryClient): Promise<Elsewhere> {
  const entries = new Map((await preview.entriesByLocale()).map(({ sys, fields }) => [sys.id, fields]))
  return (id, field) =>
    Object.entries(entries.get(id)?.[field] ?? {})
      .filter(([locale, value]) => locale !== LOCALE && !isEmpty(value))
      .map(([locale]) => locale)
}
