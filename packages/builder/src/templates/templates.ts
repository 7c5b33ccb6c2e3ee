import { aiSupportAgent } from './definitions/ai-support-agent.js'
import { bookingRequest } from './definitions/booking-request.js'
import { bugReport } from './definitions/bug-report.js'
import { customerFeedback } from './definitions/customer-feedback.js'
import { employeePulse } from './definitions/employee-pulse.js'
import { eventRegistration } from './definitions/event-registration.js'
import { faqHelper } from './definitions/faq-helper.js'
import { jobApplication } from './definitions/job-application.js'
import { knowledgeDesk } from './definitions/knowledge-desk.js'
import { leadQualification } from './definitions/lead-qualification.js'
import { leadToCalendar } from './definitions/lead-to-calendar.js'
import { modelQuiz } from './definitions/model-quiz.js'
import { newsletterSignup } from './definitions/newsletter-signup.js'
import { orderForm } from './definitions/order-form.js'
import { productFinder } from './definitions/product-finder.js'
import { quiz } from './definitions/quiz.js'
import { quoteCalculator } from './definitions/quote-calculator.js'
import { returnRequest } from './definitions/return-request.js'
import { shopAgent } from './definitions/shop-agent.js'
import { supportTriage } from './definitions/support-triage.js'
import { typedOrder } from './definitions/typed-order.js'
import { voiceGuide } from './definitions/voice-guide.js'
import { drawTemplate, type Template } from './draw-template.js'

export type { Template } from './draw-template.js'

/** Bots to begin with: whole conversations that make sense as they are. */
export const templates: readonly Template[] = [
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
].map(drawTemplate)
