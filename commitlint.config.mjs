/** Subjects are `type(scope): subject` of at most 72 characters. */
export default {
  extends: ['@commitlint/config-conventional'],
  // Subjects of merges, too: history is linear.
  defaultIgnores: false,
  rules: {
    'header-max-length': [2, 'always', 72],
    'subject-case': [0],
    'body-max-line-length': [0],
    'footer-max-line-length': [0],
  },
}
