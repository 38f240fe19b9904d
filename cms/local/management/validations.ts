import type { FieldValidation } from '#cms/graphql/content-type-definition.ts'
import type { ErrorDetail } from '#cms/local/http/rest-error.ts'
import { linkRuleChecks } from './link-checks.ts'
import { richTextRuleChecks } from './rich-text-checks.ts'
import type { RuleChecks, ValueContext } from './validation/find-rule-violations.ts'
import { RULE_NAMES, type RuleName, type ValidationRules, validationSchema } from './validation/validation-rules.ts'
import { valueRuleChecks } from './value-checks.ts'

const CHECKS: RuleChecks<RuleName> = { ...valueRuleChecks, ...linkRuleChecks, ...richTextRuleChecks }

/** What validations say of a value; nothing where it may be published. */
export function findRuleViolations(
  held: ValueContext,
  validations: readonly FieldValidation[],
): readonly ErrorDetail[] {
  return validations.flatMap((given) => {
    const { message, ...rules } = validationSchema.parse(given)
    const custom = message ? { customMessage: message } : {}
    const flaws = <Name extends RuleName>(name: Name): readonly ErrorDetail[] => {
      const rule: ValidationRules[Name] = rules[name]
      const faults = rule ? CHECKS[name](held, rule) : []
      return faults.map((fault) => ({ name, path: held.path, value: held.value, ...fault, ...custom }))
    }
    return RULE_NAMES.flatMap(flaws)
  })
}
