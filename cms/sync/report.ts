import type { PlannedItem } from './plan.ts'

/** A planned thing as `--json` prints it: all its fields, with their whole values. */
export const itemReport = ({ kind, id, action, changes, kept, note, blocked }: PlannedItem) => ({
  kind,
  id,
  action,
  changes,
  kept,
  ...(note && { note }),
  ...(blocked && { blocked }),
})
