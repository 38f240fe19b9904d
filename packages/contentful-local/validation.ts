/** The validations of fields, without a server and without GraphQL. It also runs in a browser. */

export { findRuleViolations, type RuleViolation } from './engine/field-rules.ts'
export { parseValidations, type ValidationRules, validationSchema } from './engine/validation-schema.ts'
