import type { PreviewState } from '#server/preview/contract.ts'

/** "3 not published, 1 problem" */
export function formatPreviewSummary({ unpublished, refused, rebuildProblem }: PreviewState): string {
  const problems = refused.length + (rebuildProblem === null ? 0 : 1)
  const entries = unpublished.length === 0 ? 'All published' : `${unpublished.length} not published`
  if (problems === 0) return entries
  return `${entries}, ${problems} ${problems === 1 ? 'problem' : 'problems'}`
}
