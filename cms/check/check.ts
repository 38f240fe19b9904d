import { LOCALE } from '#cms/model/locale.ts'
import type { FullDeliveryClient } from '#cms/sync/contentful/delivery-client.ts'
import type { WebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import { checkExternalLinks } from './addresses.ts'
import { checkAltTexts } from './alt-texts.ts'
import { type CheckedContent, toCheckedContent } from './content.ts'
import { createDeadLinkRule, findCheckableUrls } from './dead-links.ts'
import { type DeliveryClients, fetchContent } from './delivered.ts'
import { createUnsafeSvgRule, findSvgFileUrls, type SvgFileChecker } from './drawings.ts'
import { createEmptyFieldRule, type FindOtherLocales } from './empty-fields.ts'
import { checkAssetFiles } from './files.ts'
import type { CheckRule } from './finding.ts'
import { getDraftOnlyIssues, toReportedIssues } from './findings.ts'
import type { LinkChecker } from './link-probe.ts'
import { checkListLengths } from './lists.ts'
import { checkPageEntries } from './pages.ts'
import { checkPanelLinks } from './panel-links.ts'
import { isEmptyValue } from './places.ts'
import { createRedirectRule } from './redirects.ts'
import { checkReferences } from './references.ts'
import { type CheckReport, createCheckReport } from './report.ts'
import { checkImageSizes } from './sizes.ts'
import { checkSpaceSetup } from './space-gaps.ts'
import { checkTextLengths } from './texts.ts'
import { checkUnusedContent } from './unused.ts'

export interface CheckSource extends DeliveryClients {
  readonly links: WebAppLinks
  /** Absent: other sites are not asked. */
  readonly linkChecker?: LinkChecker
  /** Absent: SVG files are not read. */
  readonly svgFileChecker?: SvgFileChecker
  /** For people: which space. */
  readonly name?: string
  /** The site's own address: a redirect may name it in full. */
  readonly siteUrl?: string
}

/** Looks through a space for what an editor should put right. Throws `BadInput` where it cannot be read. */
export async function checkSpace(source: CheckSource): Promise<CheckReport> {
  const { delivery, preview, links, linkChecker, svgFileChecker, siteUrl } = source
  const [locales, types] = await Promise.all([delivery.locales(), delivery.contentTypes()])
  const gaps = checkSpaceSetup(locales, types)
  // Nothing can be asked for in a language that the space does not have.
  if (!locales.includes(LOCALE))
    return createCheckReport(source.name, toReportedIssues(gaps, { links, pictures: new Map() }))
  const [{ published, drafts, getStatus }, elsewhere] = await Promise.all([
    fetchContent({ delivery, preview }),
    locales.length > 1 ? languagesOf(preview) : () => [],
  ])
  const visible = toCheckedContent(published, getStatus)
  const whole = toCheckedContent(drafts, getStatus)
  const addresses = findCheckableUrls(visible, whole)
  const [probed, refused = new Map()] = await Promise.all([
    linkChecker?.(addresses),
    svgFileChecker?.(findSvgFileUrls(visible, whole)),
  ])
  const rules: readonly CheckRule[] = [
    checkPageEntries,
    createEmptyFieldRule(elsewhere),
    checkPanelLinks,
    checkReferences,
    checkAssetFiles,
    createUnsafeSvgRule(refused),
    checkExternalLinks,
    createDeadLinkRule(probed?.problems ?? new Map()),
    createRedirectRule(siteUrl),
    checkAltTexts,
    checkTextLengths,
    checkListLengths,
    checkImageSizes,
  ]
  const flawsIn = (content: CheckedContent) => rules.flatMap((rule) => rule(content, whole))
  const pictures = whole.assets
  const seen = [...gaps, ...flawsIn(visible)]
  const findings = [
    ...toReportedIssues([...seen, ...checkUnusedContent(visible, whole)], { links, pictures }),
    ...toReportedIssues(getDraftOnlyIssues(flawsIn(whole), seen), { links, pictures, isDraft: true }),
  ]
  return createCheckReport(source.name, findings, { content: whole, addresses: addresses.length, probed })
}

/** The fields of each entry that are written in other languages. */
async function languagesOf(preview: FullDeliveryClient): Promise<FindOtherLocales> {
  const entries = new Map((await preview.entriesByLocale()).map(({ sys, fields }) => [sys.id, fields]))
  return (id, field) =>
    Object.entries(entries.get(id)?.[field] ?? {})
      .filter(([locale, value]) => locale !== LOCALE && !isEmptyValue(value))
      .map(([locale]) => locale)
}
