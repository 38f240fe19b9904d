/**
 * The field of every content type in which the seed command notes what it wrote, so that the next seeding can tell
 * an editor's change from its own (docs/decisions/0020). Editors do not see it, no reading API delivers it.
 */
export const SEED_FINGERPRINTS_FIELD_ID = 'seedMarks'

export const SEED_FINGERPRINTS_FIELD = {
  id: SEED_FINGERPRINTS_FIELD_ID,
  name: 'Seed marks',
  type: 'Object',
  required: false,
  localized: false,
  disabled: true,
  omitted: true,
  validations: [],
} as const
