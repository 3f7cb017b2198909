"""
A table on an MQTT broker: what it publishes, and how others know that it is genuine.

    table_state  the state of a table as one JSON document, sealed with the table's key
"""
