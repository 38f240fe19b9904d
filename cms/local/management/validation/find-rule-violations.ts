import type { ContentTypeDefinition, FieldDefinition } from '#cms/graphql/content-type-definition.ts'
import type { ValuePath } from '#cms/local/http/rest-error.ts'
import type { Store } from '#cms/local/store/store.ts'
import type { RangeRule, RuleName, ValidationRules } from './validation-rules.ts'

/** A value on its way to being published. */
export interface ValueContext {
  readonly value: unknown
  /** Where it stands; the locale is its third step. */
  readonly path: ValuePath
  readonly locale: string
  readonly field: FieldDefinition
  /** The entry that holds it. */
  readonly entryId: string
  readonly type: ContentTypeDefinition
  readonly store: Store
}

/** What a rule says of a value that breaks it: words, and whatever else helps. `path` where it is deeper than the value. */
export interface RuleViolation {
  readonly details: string
  readonly path?: ValuePath
  readonly [more: string]: unknown
}

/** What each rule says of a value; nothing where it is content, or where it does not speak of such values. */
export type RuleChecks<Name extends RuleName> = {
  readonly [Each in Name]: (held: ValueContext, rule: NonNullable<ValidationRules[Each]>) => readonly RuleViolation[]
}

export const NO_VIOLATIONS: readonly RuleViolation[] = []

export function isWithinRange(value: number, { min, max }: RangeRule): boolean {
  return value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY)
}

/** `at least 5 and at most 20` */
export function formatRange({ min, max }: { readonly min?: unknown; readonly max?: unknown }): string {
  const parts = [min == null ? [] : [`at least ${min}`], max == null ? [] : [`at most ${max}`]]
  return parts.flat().join(' and ')
}
