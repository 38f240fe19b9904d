import type { FieldValidation } from '#cms/local/content-type.ts'
import type { Flaw } from '#cms/local/rest-error.ts'
import type { Checks, Held } from './checks.ts'
import { linkChecks } from './link-checks.ts'
import { richTextChecks } from './rich-text-checks.ts'
import { RULE_NAMES, type RuleName, type Rules, validation } from './validation-rules.ts'
import { valueChecks } from './value-checks.ts'

const CHECKS: Checks<RuleName> = { ...valueChecks, ...linkChecks, ...richTextChecks }

/** What validations say of a value; nothing where it may be published. */
export function validationFlaws(held: Held, validations: readonly FieldValidation[]): readonly Flaw[] {
  return validations.flatMap((given) => {
    const { message, ...rules } = validation.parse(given)
    const custom = message ? { customMessage: message } : {}
    const flaws = <Name extends RuleName>(name: Name): readonly Flaw[] => {
      const rule: Rules[Name] = rules[name]
      const faults = rule ? CHECKS[name](held, rule) : []
      return faults.map((fault) => ({ name, path: held.path, value: held.value, ...fault, ...custom }))
    }
    return RULE_NAMES.flatMap(flaws)
  })
}
