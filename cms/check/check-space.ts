import { listMissingModel } from '#cms/sync/contentful/list-missing-model.ts'
import { LOCALE } from '#shared/constants.ts'
import type { CheckRule, ContentIssue } from './check-rule.ts'
import { type CheckedContent, getContentKey } from './checked-content.ts'
import { type DeliveryClients, fetchContent } from './fetch-content.ts'
import type { LinkChecker } from './link-checker.ts'
import { type CheckReport, createCheckReport } from './report/check-report.ts'
import { getDraftOnlyIssues, toReportedIssues } from './reported-issues.ts'
import { checkAltTexts } from './rules/alt-texts.ts'
import { checkAssetFiles } from './rules/asset-files.ts'
import { checkEmptyFields } from './rules/empty-fields.ts'
import { checkExternalLinks, createDeadLinkRule, findCheckableUrls } from './rules/external-links.ts'
import { createFileContentRule, type FileChecker } from './rules/file-contents.ts'
import { checkImageSizes } from './rules/image-size.ts'
import { checkListLengths } from './rules/list-length.ts'
import { checkPageEntries } from './rules/page-entries.ts'
import { checkPanelLinks } from './rules/panel-links.ts'
import { createRedirectRule } from './rules/redirects.ts'
import { checkReferences } from './rules/references.ts'
import { checkTextLengths } from './rules/text-length.ts'
import { checkUnusedContent, findShownKeys } from './rules/unused-content.ts'
import type { WebAppLinks } from './web-app-links.ts'

export interface CheckSource extends DeliveryClients {
  readonly links: WebAppLinks
  /** Without it, links to other sites are not checked. */
  readonly linkChecker?: LinkChecker
  /** Without it, the content of files is not checked. */
  readonly fileChecker?: FileChecker
  /** Name of the space in the report. */
  readonly name?: string
  /** URL of the site: redirects may contain it. */
  readonly siteUrl?: string
}

/** Checks the content of a space. Throws `UserError` if the space cannot be read. */
export async function checkSpace(source: CheckSource): Promise<CheckReport> {
  const { delivery, preview, links, linkChecker, fileChecker, siteUrl } = source
  const [locales, types] = await Promise.all([delivery.locales(), delivery.contentTypes()])
  const setupIssues = listMissingModel(locales, types).map(
    (text): ContentIssue => ({ rule: 'model', severity: 'error', target: null, text }),
  )
  // The delivery API rejects requests for a locale that the space does not have.
  if (!locales.includes(LOCALE))
    return createCheckReport(source.name, toReportedIssues(setupIssues, { links, pictures: new Map() }))
  const { published, drafts } = await fetchContent({ delivery, preview })
  const urls = findCheckableUrls(published, drafts)
  const [linkCheck, fileCheck] = await Promise.all([linkChecker?.(urls), fileChecker?.(published, drafts)])
  const rules: readonly CheckRule[] = [
    checkPageEntries,
    checkEmptyFields,
    checkPanelLinks,
    checkReferences,
    checkAssetFiles,
    createFileContentRule(fileCheck?.problems ?? new Map()),
    checkExternalLinks,
    createDeadLinkRule(linkCheck?.problems ?? new Map()),
    createRedirectRule(siteUrl),
    checkAltTexts,
    checkTextLengths,
    checkListLengths,
    checkImageSizes,
  ]
  const runRules = (content: CheckedContent) => rules.flatMap((rule) => rule(content, drafts))
  const pictures = drafts.assets
  const visibleIssues = [...setupIssues, ...runRules(published)]
  const shownKeys = findShownKeys(published)
  // Nobody misses what no page shows, but a draft that a published entry needs.
  const isHidden = ({ rule, severity, target }: ContentIssue) =>
    target?.state === 'draft'
      ? rule === 'unused'
      : severity === 'error' && target !== null && !shownKeys.has(getContentKey(target))
  const siteIssues = [...visibleIssues, ...checkUnusedContent(published, drafts)]
  const findings = [
    ...toReportedIssues(siteIssues, { links, pictures, isDraft: isHidden }),
    ...toReportedIssues(getDraftOnlyIssues(runRules(drafts), visibleIssues), { links, pictures, isDraft: () => true }),
  ]
  return createCheckReport(source.name, findings, {
    content: drafts,
    urls: urls.length,
    linkCheck,
    unreadCount: fileCheck?.unreadCount ?? 0,
  })
}
