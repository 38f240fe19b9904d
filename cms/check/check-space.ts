import type { FullDeliveryClient } from '#cms/sync/contentful/delivery-client.ts'
import type { WebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import { LOCALE } from '#shared/constants.ts'
import type { CheckRule } from './check-rule.ts'
import { type CheckedContent, toCheckedContent } from './checked-content.ts'
import { type DeliveryClients, fetchContent } from './fetch-content.ts'
import { isEmptyValue } from './fields.ts'
import type { LinkChecker } from './link-checker.ts'
import { type CheckReport, createCheckReport } from './report/check-report.ts'
import { getDraftOnlyIssues, toReportedIssues } from './reported-issues.ts'
import { checkAltTexts } from './rules/alt-texts.ts'
import { checkAssetFiles } from './rules/asset-files.ts'
import { createDeadLinkRule, findCheckableUrls } from './rules/dead-links.ts'
import { createEmptyFieldRule, type FindOtherLocales } from './rules/empty-fields.ts'
import { checkExternalLinks } from './rules/external-links.ts'
import { checkImageSizes } from './rules/image-size.ts'
import { checkListLengths } from './rules/list-length.ts'
import { checkPageEntries } from './rules/page-entries.ts'
import { checkPanelLinks } from './rules/panel-links.ts'
import { createRedirectRule } from './rules/redirects.ts'
import { checkReferences } from './rules/references.ts'
import { checkSpaceSetup } from './rules/space-setup.ts'
import { checkTextLengths } from './rules/text-length.ts'
import { createUnsafeSvgRule, findSvgFileUrls, type SvgFileChecker } from './rules/unsafe-svg.ts'
import { checkUnusedContent } from './rules/unused-content.ts'

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

/** Looks through a space for what an editor should put right. Throws `UserError` where it cannot be read. */
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
