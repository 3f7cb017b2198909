"""
The calibration of the camera over the table: measured once by `lucca-pi calibrate`, stored in a file, used by looks.
"""
