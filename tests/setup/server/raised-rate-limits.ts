export * from '#tests/setup/stack.ts'
