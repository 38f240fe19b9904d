import type { PlannedResource } from './plan.ts'

/** A planned thing as `--json` prints it: all its fields, with their whole values. */
export const toPlanReportItem = ({ resourceType, id, action, changes, preserved, note, blocked }: PlannedResource) => ({
  kind: resourceType,
  id,
  action,
  changes,
  kept: preserved,
  ...(note && { note }),
  ...(blocked && { blocked }),
})
