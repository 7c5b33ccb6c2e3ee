import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { momentOf } from '../design/dates.js'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Field, Input } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'

type Question = Answer<'listKnowledgeQuestions'>['knowledgeQuestions'][number]

interface QuestionsProps {
  baseId: string
  workspaceId: string
  onAnswered(): Promise<unknown>
}

/** Questions of visitors that a knowledge base could not answer. */
export function Questions({ baseId, workspaceId, onAnswered }: QuestionsProps) {
  const questions = useQuery({
    queryKey: ['knowledge-questions', baseId],
    queryFn: () => api.listKnowledgeQuestions({ baseId, workspaceId }),
    select: (answer) => answer.knowledgeQuestions,
  })
  const [answering, setAnswering] = useState<Question>()
  const { attempt, isBusy, error } = useAttempt()
  const dismiss = (id: string) =>
    attempt(async () => {
      await api.deleteKnowledgeQuestion({ baseId, questionId: id, workspaceId })
      await questions.refetch()
    })
  return (
    <section className="card" aria-labelledby="knowledge-questions">
      <h2 id="knowledge-questions">{t('Questions without an answer')}</h2>
      <ErrorNotice error={error ?? questions.error ?? undefined} />
      {questions.data?.length === 0 && (
        <p className="soft">
          {t('No questions yet. Questions of visitors that this knowledge base cannot answer appear here.')}
        </p>
      )}
      <ul className="rows">
        {questions.data?.map((question) => (
          <li key={question.id} className="wrap">
            <span className="grow knowledge-question">
              <strong>{question.text}</strong>
              <span className="faint">
                {t('{count, plural, =1 {asked once} other {asked # times}}, last {moment}', {
                  count: question.count,
                  moment: momentOf(question.lastAskedAt),
                })}
              </span>
            </span>
            <button
              type="button"
              className="button small"
              aria-label={t('Add an answer to “{question}”', { question: question.text })}
              onClick={() => setAnswering(question)}
            >
              {t('Add an answer')}
            </button>
            <button
              type="button"
              className="button small plain"
              aria-label={t('Dismiss “{question}”', { question: question.text })}
              disabled={isBusy}
              onClick={() => void dismiss(question.id)}
            >
              {t('Dismiss')}
            </button>
          </li>
        ))}
      </ul>
      {answering && (
        <AnswerDialog
          question={answering}
          onSave={async (body) => {
            await api.answerKnowledgeQuestion({ baseId, questionId: answering.id, workspaceId, ...body })
            await Promise.all([questions.refetch(), onAnswered()])
          }}
          onClose={() => setAnswering(undefined)}
        />
      )}
    </section>
  )
}

interface AnswerDialogProps {
  question: Question
  onSave(body: { question: string; answer: string }): Promise<unknown>
  onClose(): void
}

function AnswerDialog({ question: { text }, onSave, onClose }: AnswerDialogProps) {
  const [question, setQuestion] = useState(text.slice(0, maxTitleLength))
  const [answer, setAnswer] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  const answerId = useId()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await attempt(() => onSave({ question: question.trim(), answer: answer.trim() }))) onClose()
  }
  return (
    <Dialog title={t('Add an answer')} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Input
          label={t('Question')}
          value={question}
          maxLength={maxTitleLength}
          hint={t('Becomes the title of a new source. Remove what is personal.')}
          onChange={setQuestion}
        />
        <Field id={answerId} label={t('Answer')} hint={t('Bots answer from it as soon as it is added.')}>
          <textarea
            id={answerId}
            className="text"
            rows={6}
            maxLength={20_000}
            value={answer}
            aria-describedby={`${answerId}-hint`}
            onChange={(event) => setAnswer(event.target.value)}
          />
        </Field>
        <ErrorNotice error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button
            type="submit"
            className="button primary"
            disabled={isBusy || question.trim() === '' || answer.trim() === ''}
          >
            {t('Add')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** Maximum length of a source's title, in characters. */
const maxTitleLength = 200
