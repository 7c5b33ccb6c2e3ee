import type { TemplateDefinition } from './build-template.js'
import { aiSupportAgent } from './templates/ai-support-agent.js'
import { bookingRequest } from './templates/booking-request.js'
import { bugReport } from './templates/bug-report.js'
import { customerFeedback } from './templates/customer-feedback.js'
import { employeePulse } from './templates/employee-pulse.js'
import { eventRegistration } from './templates/event-registration.js'
import { faqHelper } from './templates/faq-helper.js'
import { jobApplication } from './templates/job-application.js'
import { knowledgeDesk } from './templates/knowledge-desk.js'
import { leadQualification } from './templates/lead-qualification.js'
import { leadToCalendar } from './templates/lead-to-calendar.js'
import { modelQuiz } from './templates/model-quiz.js'
import { newsletterSignup } from './templates/newsletter-signup.js'
import { orderForm } from './templates/order-form.js'
import { productFinder } from './templates/product-finder.js'
import { quiz } from './templates/quiz.js'
import { quoteCalculator } from './templates/quote-calculator.js'
import { returnRequest } from './templates/return-request.js'
import { shopAgent } from './templates/shop-agent.js'
import { supportTriage } from './templates/support-triage.js'
import { typedOrder } from './templates/typed-order.js'
import { voiceGuide } from './templates/voice-guide.js'

export {
  buildTemplate as drawTemplate,
  type Template,
  type TemplateContext,
  type TemplateDefinition,
} from './build-template.js'
export { knowledgeDesk, leadQualification, leadToCalendar, modelQuiz, shopAgent, typedOrder, voiceGuide }

/** Bots to start from: complete conversations that work without changes. */
export const templateDefinitions: readonly TemplateDefinition[] = [
  leadQualification,
  customerFeedback,
  bookingRequest,
  supportTriage,
  eventRegistration,
  jobApplication,
  quiz,
  orderForm,
  faqHelper,
  productFinder,
  aiSupportAgent,
  leadToCalendar,
  knowledgeDesk,
  shopAgent,
  typedOrder,
  modelQuiz,
  voiceGuide,
  quoteCalculator,
  newsletterSignup,
  returnRequest,
  employeePulse,
  bugReport,
]
