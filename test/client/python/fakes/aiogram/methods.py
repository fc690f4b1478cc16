class AnswerCallbackQuery:
    NAME = "answerCallbackQuery"

    def __init__(self, callback_query_id, **words):
        self.callback_query_id = callback_query_id
        self.parameters = {"callback_query_id": callback_query_id, **words}
